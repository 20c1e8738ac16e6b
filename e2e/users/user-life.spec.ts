import type { Card } from '@ces/contracts/cards/cards';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import type { TimelineEntry } from '@ces/contracts/timeline';
import { register } from '@ces/testing/gateway/registrations';
import { randomUUID } from 'node:crypto';
import { CampaignWorld } from '../platform/campaign-world.js';
import { Platform } from '../platform/platform.js';

describe('what a colleague sees of a user', () => {
  let platform: Platform;
  let world: CampaignWorld;
  let user: string;
  let card: Card;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new CampaignWorld(platform);
    user = (await register(platform)).user_id;
    const [event, coupon, stack] = [await world.newEvent(), await world.newCoupon(), await world.newStack()];
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] });
    await world.run({
      name: 'Only for large amounts',
      trigger: { event_name: event },
      condition: 'event.amount > 100',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    await world.judged(user, event, { amount: 5 });
    const correction = { stack_id: stack.id, value: 7, reason: 'Forgotten card' };
    await platform.api.post(`/api/1/admin/users/${user}/transactions`, correction);
    const number = `w-${randomUUID().slice(0, 12)}`;
    await platform.api.post('/api/1/admin/cards', { definition: 'default', identifiers: [number] });
    const added = await (await platform.asUser(user, 'cards')).post('/api/1/card/add', { identifier: number });
    card = added.body as Card;
  });

  afterAll(() => platform.stop());

  const timeline = (query = '') => platform.api.get(`/api/1/admin/users/${user}/timeline${query}`);
  const entriesOf = async (query = '') => (await timeline(query)).body as TimelineEntry[];

  it('is the wallet in one document, for clients with users:read', async () => {
    const reader = await platform.api.as(platform.credentials, 'users:read');
    const answer = await reader.get(`/api/1/admin/users/${user}/wallet`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user_id: user,
        cards: [{ id: card.id }],
        slips: [{ title: 'A free coffee', ticket: { state: 'issued' } }],
        balances: [{ stack_name: 'Points', value: 7 }],
        surveys: [],
        segments: [],
        away: [],
        more: [],
      },
    });
    expect((answer.body as { optins: OptinDefinition[] }).optins).toEqual(expect.any(Array));
    const none = await platform.api.as(platform.credentials, 'users:write');
    for (const part of ['wallet', 'timeline'])
      expect((await none.get(`/api/1/admin/users/${user}/${part}`)).status).toBe(403);
  });

  it('is the timeline, newest first, where each event has what every campaign said', async () => {
    const entries = await entriesOf();
    const moments = entries.map(({ at }) => at);
    expect(moments).toEqual([...moments].sort().reverse());
    const titles = entries.map(({ type }) => type);
    expect(titles.slice(0, 2)).toEqual(['card-added', 'transaction-created']);
    expect(titles).toEqual(
      expect.arrayContaining(['coupon-slip-claimed', 'event', 'user-activated', 'registration-begun', 'user-created']),
    );
    const event = entries.find(({ type }) => type === 'event');
    expect(event?.data).toMatchObject({ data: { amount: 5 }, event_name: event?.title });
    expect((event?.data as { campaigns: object[] }).campaigns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ matched: true }),
        expect.objectContaining({ name: 'Only for large amounts', matched: false, reason: 'condition' }),
      ]),
    );
  });

  it('comes page by page over all services, by type, and since a moment', async () => {
    const whole = await entriesOf();
    const paged: TimelineEntry[] = [];
    let next: string | undefined = '?limit=2';
    for (; next !== undefined;) {
      const answer = await timeline(next);
      paged.push(...(answer.body as TimelineEntry[]));
      next = /<[^>]+(\?[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(whole);
    expect(await entriesOf('?type=event')).toEqual(whole.filter(({ type }) => type === 'event'));
    const correction = whole.find(({ type }) => type === 'transaction-created');
    expect(await entriesOf(`?since=${correction?.at ?? ''}`)).toEqual(whole.slice(0, 2));
    for (const wrong of ['?type=nothing', '?cursor=x']) expect((await timeline(wrong)).status).toBe(400);
  });

  it('is 404 for a user who does not exist, and is still there after the account is closed', async () => {
    for (const id of ['A'.repeat(25), 'no-id'])
      for (const part of ['wallet', 'timeline'])
        expect((await platform.api.get(`/api/1/admin/users/${id}/${part}`)).status).toBe(404);
    expect((await platform.api.post(`/api/1/user/${user}/delete`)).status).toBe(200);
    expect((await entriesOf())[0]).toMatchObject({ type: 'user-closed' });
    expect((await platform.api.get(`/api/1/admin/users/${user}/wallet`)).body).toMatchObject({
      cards: [{ id: card.id }],
    });
  });
});
