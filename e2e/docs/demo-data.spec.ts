import type { DemoData } from '@ces/local-stack/demo/demo-data';
import { eventually } from '@ces/testing/eventually';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { CesUser, removeFolders } from '../cli/run-ces.js';
import { GuideWorld } from './guide-world.js';

const folder = 'apps/cli/demo';
/** All that `ces apply` makes of the folder, and of which kind. */
const made = [
  ...['clients', 'coupons', 'stacks', 'campaigns'].map((kind) => `/api/1/admin/${kind}?q=Demo`),
  ...['/api/1/admin/optins', '/api/1/admin/card-definitions', '/api/1/terminal/events'],
];

describe('the demo data', () => {
  let world: GuideWorld;
  let api: ApiClient;
  let user: CesUser;

  beforeAll(async () => {
    world = await GuideWorld.start();
    api = world.platform.api;
    const { client, operator } = world.secrets;
    // An event belongs to the client that defines it, and the guides' client changes this one.
    user = await CesUser.loggedIn(world.platform.url, operator, '--on-behalf-of', client.id);
  }, 90_000);

  afterAll(async () => {
    removeFolders();
    await world.stop();
  });

  const bodyOf = async (path: string) => (await api.get(path)).body;
  const whatIsThere = () => Promise.all(made.map(bodyOf));

  describe('by ces apply on an empty installation', () => {
    it('are made although the first run is killed in the middle, and each thing once', async () => {
      expect(await user.run('diff', folder)).toMatchObject({
        code: 2,
        out: expect.stringContaining('8 to create, 0 to update, 0 to delete, 0 unchanged') as string,
      });
      // The third object is made, and its answer never comes.
      await user.killAmid(['apply', folder], 2);
      expect(await user.run('diff', folder)).toMatchObject({
        code: 2,
        out: expect.stringContaining('5 to create, 0 to update, 0 to delete, 3 unchanged') as string,
      });
      expect(await user.run('apply', folder)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/\n5 done\.\n$/) as string,
      });
      const [clients, coupons, stacks, campaigns, optins, cards, events] = await whatIsThere();
      for (const each of [clients, coupons, stacks, campaigns, events]) expect(each).toHaveLength(1);
      // The installation begins with one card definition.
      for (const each of [optins, cards]) expect(each).toHaveLength(2);
    }, 60_000);

    it('change in nothing when it runs again', async () => {
      const before = await whatIsThere();
      expect(await user.run('apply', folder)).toMatchObject({
        code: 0,
        out: '0 to create, 0 to update, 0 to delete, 8 unchanged\nNothing to do.\n',
      });
      expect(await whatIsThere()).toEqual(before);
    });

    it('show what somebody else has changed, and become what they were', async () => {
      const stack = '/api/1/admin/stacks/by-name/demo-points';
      expect((await api.put(stack, { name: 'Demo stars' })).status).toBe(200);
      expect(await user.run('diff', folder)).toMatchObject({
        code: 2,
        out: expect.stringContaining('~ stacks/demo-points\n    #/name: "Demo stars" → "Demo points"') as string,
      });
      expect((await user.run('apply', folder)).code).toBe(0);
      expect((await user.run('diff', folder)).code).toBe(0);
    });
  });

  describe('of npm start', () => {
    let demo: DemoData;

    beforeAll(async () => {
      const before = await whatIsThere();
      demo = await world.furnish();
      // It finds what `ces apply` has made, and adds people, cards and the segment.
      expect(await whatIsThere()).toEqual(before);
    });

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
});
