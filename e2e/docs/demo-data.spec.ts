import type { DemoData } from '@ces/local-stack/demo/demo-data';
import { eventually } from '@ces/testing/eventually';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { CesUser } from '../cli/run-ces.js';
import { GuideWorld } from './guide-world.js';

describe('the demo data of npm start', () => {
  let world: GuideWorld;
  let demo: DemoData;
  let api: ApiClient;

  beforeAll(async () => {
    world = await GuideWorld.start();
    api = world.platform.api;
    demo = await world.furnish();
  }, 90_000);

  afterAll(() => world.stop());

  const bodyOf = async (path: string) => (await api.get(path)).body;

  it('are a running campaign on purchases, with coupon and points', async () => {
    expect(await bodyOf(`/api/1/admin/campaigns/${demo.campaign_id}`)).toMatchObject({
      state: 'running',
      trigger: { event_name: 'purchase' },
      condition: 'event.amount >= 1000',
      effects: [
        { type: 'claim_coupon', coupon_id: demo.coupon_id },
        { type: 'transaction', stack_id: demo.stack_id, value: 'event.amount / 100' },
      ],
    });
    expect(await bodyOf(`/api/1/admin/coupons/${demo.coupon_id}`)).toMatchObject({ available: 1_000 });
    expect(await bodyOf(`/api/1/admin/stacks/${demo.stack_id}`)).toMatchObject({ name: 'Demo points' });
  });

  it('are two opt-ins, of which one is required', async () => {
    const optin = (id: string) => bodyOf(`/api/1/admin/optins/${id}`);
    expect(await optin(demo.required_optin_id)).toMatchObject({ purpose: { required: true } });
    expect(await optin(demo.newsletter_optin_id)).toMatchObject({ purpose: { required: false } });
  });

  it('are a public client with the redirect addresses of the local clients', async () => {
    const app = await bodyOf(`/api/1/admin/clients/${demo.app_id}`);
    expect(app).toMatchObject({ public: true, redirect_uris: world.stack.redirect_uris, secrets: 0 });
  });

  it('are Anna with a card, a connection and a place in the segment', async () => {
    expect(await bodyOf(`/api/1/oauth2/provider/demo/${demo.owner_id}`)).toMatchObject({ user_id: demo.user_id });
    const anna = await world.platform.asUser(demo.user_id, 'cards');
    expect((await anna.get('/api/2/card/user')).body).toMatchObject({
      cards: [{ identifier: demo.cards[0], card_tier: { name: 'Silver' } }],
    });
    await eventually(async () => {
      const segment = await bodyOf(`/api/1/external-segmentation/external-segment/${demo.segment_id}`);
      expect(segment).toMatchObject({ state: 'processed', externalUserCount: 3, internalUserCount: 1 });
    });
  });

  it('are what `ces apply` makes of its demo folder, which finds nothing to do', async () => {
    const admin = world.secrets.admin;
    const user = new CesUser({ CES_URL: world.platform.url, CES_CLIENT_ID: admin.id, CES_CLIENT_SECRET: admin.secret });
    expect(await user.run('apply', 'apps/cli/demo')).toMatchObject({
      code: 0,
      out: '0 to create, 0 to update, 0 to delete, 8 unchanged\nNothing to do.\n',
    });
  });

  it('belong to the client that the guides use, so that it may change event and segment', async () => {
    const client = await api.as(world.secrets.client);
    const { definition } = (await client.get('/api/1/terminal/events/purchase')).body as { definition: object };
    const changed = { ...definition, description: 'Somebody bought something' };
    expect(await client.put('/api/1/terminal/events/purchase', changed)).toMatchObject({ status: 200 });
  });

  it('are made once, and leave what a developer has changed as it is', async () => {
    const rename = (name: string) =>
      api.put(`/api/1/admin/optins/${demo.newsletter_optin_id}`, {
        name: { en_GB: 'Demo newsletter' },
        description: { en_GB: name },
        purpose: { name: 'marketing', can_be_updated: true, required: false },
      });
    expect((await rename('Our letter')).status).toBe(200);
    expect((await api.post(`/api/1/admin/campaigns/${demo.campaign_id}:pause`)).status).toBe(200);
    expect(await world.furnish()).toEqual(demo);
    expect(await bodyOf(`/api/1/admin/campaigns/${demo.campaign_id}`)).toMatchObject({ state: 'paused' });
    expect(await bodyOf(`/api/1/admin/optins/${demo.newsletter_optin_id}`)).toMatchObject({
      description: { en_GB: 'Our letter' },
    });
    expect(await bodyOf('/api/1/admin/coupons?q=Demo')).toHaveLength(1);
  });
});
