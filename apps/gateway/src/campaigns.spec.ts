import type { Campaign } from '@ces/contracts/campaign-administration';
import { couponSlipClaimed, transactionCreated } from '@ces/contracts/campaigns';
import { Platform } from '@ces/testing/platform';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../test/campaign-world.js';
import { problem } from '../test/event-world.js';

describe('campaigns', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'with cards, segments and campaigns');
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  /** What is told to webhooks. */
  async function told(subject: string, userId: string): Promise<object[]> {
    const rows = await platform.campaigns
      .get(DataSource)
      .query<{ payload: string }[]>('SELECT payload FROM outbox WHERE subject = $1 ORDER BY id', [subject]);
    return rows
      .map(({ payload }) => JSON.parse(payload) as { user_id: string })
      .filter((fact) => fact.user_id === userId);
  }

  it('hands out a coupon slip for an event, and tells of it as the specification shows', async () => {
    const [user, event] = [await world.newUser(), await world.newEvent()];
    const image = { type: 'image', data: { src: 'https://cdn.example.com/coffee.png', alt: 'Coffee' } };
    const coupon = await world.newCoupon({ description: 'At any shop', image, codes: ['COFFEE-1'] });
    await world.run({
      trigger: { event_name: event },
      condition: 'event.amount >= 1000',
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    await world.judged(user, event, { amount: 1_000 });
    const slips = await world.slips(user);
    expect(slips).toEqual([
      {
        id: expect.any(String) as string,
        couponId: coupon.id,
        userId: user,
        title: 'A free coffee',
        description: 'At any shop',
        image,
        isRead: false,
        isDeleted: false,
        ticket: { state: 'issued', display: { systemName: 'qr-code', title: 'QR code' }, code: 'COFFEE-1' },
      },
    ]);
    expect(await told(couponSlipClaimed.subject, user)).toEqual([{ user_id: user, slip: slips[0] }]);
  });

  it('books what CEL results in, tells of it as the specification shows, and says what came of the event', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const campaign = await world.run({
      trigger: { event_name: event },
      condition: 'event.amount > 0',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount / 100' }],
    });
    expect(await world.judged(user, event, { amount: 2_599 })).toEqual([
      { campaign_id: campaign.id, name: 'Spec', version: 1, matched: true, reason: null, detail: null },
    ]);
    expect(await world.judged(user, event, { amount: 0 })).toEqual([
      expect.objectContaining({ matched: false, reason: 'condition', detail: 'the condition is false' }),
    ]);
    const [block] = stack.blocks;
    expect(await world.balances(user)).toEqual([
      { stack_id: stack.id, stack_name: 'Points', block_id: block?.id, block_name: 'default', value: 25 },
    ]);
    expect(await told(transactionCreated.subject, user)).toEqual([
      { id: expect.any(String) as string, stack_id: stack.id, block_id: block?.id, user_id: user, value: 25 },
    ]);
  });

  it('refuses at save what does not fit the event, and says where', async () => {
    const event = await world.newEvent({ amount: { type: 'integer' }, shop: { type: 'string' } });
    const coupon = await world.newCoupon();
    const effects = [{ type: 'claim_coupon', coupon_id: coupon.id }];
    const refused = async (campaign: object): Promise<unknown> => {
      const answer = await world.draft({ trigger: { event_name: event }, effects, ...campaign });
      expect(problem(answer)).toEqual({ status: 422, code: 'campaign-refused' });
      return (answer.body as { errors: { pointer: string; detail: string }[] }).errors.map((e) => e.pointer);
    };
    expect(await refused({ condition: 'event.amuont > 1' })).toEqual(['#/condition']);
    expect(await refused({ condition: 'event.shop > 1' })).toEqual(['#/condition']);
    expect(await refused({ condition: 'event.amount' })).toEqual(['#/condition']);
    expect(await refused({ condition: 'event.shop.matches("(a+)+$")' })).toEqual(['#/condition']);
    expect(await refused({ trigger: { event_name: 'never-defined' } })).toEqual(['#/trigger/event_name']);
    expect(await refused({ trigger: {} })).toEqual(['#/trigger']);
    expect(await refused({ effects: [{ type: 'claim_coupon', coupon_id: event }] })).toEqual(['#/effects/0/coupon_id']);
    expect(await refused({ effects: [{ type: 'ask_survey' }] })).toEqual(['#/effects/0/survey_id']);
    const stack = await world.newStack();
    const booking = { type: 'transaction', stack_id: stack.id };
    expect(await refused({ effects: [{ ...booking, value: 'double(event.amount) * 0.1' }] })).toEqual([
      '#/effects/0/value',
    ]);
    expect(await refused({ effects: [{ ...booking, value: 0 }] })).toEqual(['#/effects/0/value']);
    const window = { type: 'calendar', unit: 'day', timezone: 'Mars/Olympus' };
    expect(await refused({ caps: [{ scope: 'user', window, max: 1 }] })).toEqual(['#/caps/0/window/timezone']);
    expect(await refused({ audience: { include_segments: ['no-such-segment'] } })).toEqual(['#/audience']);
    expect(problem(await world.draft({ effects, trigger: { event_name: event }, colour: 'red' }))).toEqual({
      status: 400,
      code: 'validation-failed',
    });
  });

  it('takes null for a field that is not given', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const nulls = { starts_at: null, ends_at: null, audience: null, condition: null, caps: null, budget: null };
    const effect = { type: 'transaction', stack_id: stack.id, block_id: null, value: 1, coupon_id: null };
    const trigger = { event_name: event, lifecycle: null, segment_id: null };
    const drafted = await world.draft({ ...nulls, trigger, effects: [effect] });
    expect(drafted).toMatchObject({ status: 201, body: { condition: null, caps: [], budget: null } });
    const inner = { audience: { include_segments: null, card_tiers: null }, budget: { coupons: null, points: 3 } };
    const window = { type: 'total', seconds: null, unit: null, timezone: null };
    const caps = [{ scope: 'user', window, max: 1 }];
    const put = await platform.api.put(`/api/1/admin/campaigns/${(drafted.body as Campaign).id}`, {
      ...{ name: 'Nulls', trigger, effects: [effect], caps },
      ...inner,
    });
    expect(put).toMatchObject({ status: 200, body: { version: 2, budget: { points: 3 } } });
    const coupon = { title: 'C', description: null, image: null, display: null, codes: null, generate: null };
    expect((await platform.api.post('/api/1/admin/coupons', coupon)).status).toBe(201);
    expect((await platform.api.post('/api/1/admin/stacks', { name: 'S', blocks: null })).status).toBe(201);
  });

  it('judges by nothing but what ran when the event was accepted', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const booking = (value: number) => ({
      name: 'Spec',
      trigger: { event_name: event },
      effects: [{ type: 'transaction', stack_id: stack.id, value }],
    });
    const drafted = (await world.draft(booking(1))).body as Campaign;
    expect(drafted).toMatchObject({ state: 'draft', version: 1, condition: null, caps: [], budget: null });
    expect(await world.judged(user, event)).toEqual([]);
    expect((await world.act(drafted.id, 'start')).body).toMatchObject({ state: 'running' });
    expect(await world.judged(user, event)).toMatchObject([{ matched: true, version: 1 }]);
    const path = `/api/1/admin/campaigns/${drafted.id}`;
    expect((await platform.api.put(path, booking(10))).body).toMatchObject({ state: 'running', version: 2 });
    expect(await world.judged(user, event)).toMatchObject([{ matched: true, version: 2 }]);
    // Accepted while the service is away: it waits, and nothing is skipped.
    let waiting = '';
    await platform.without('campaigns', async () => {
      waiting = (await world.send(user, event)).id;
    });
    expect(await world.outcomes(user, waiting)).toMatchObject([{ matched: true, version: 2 }]);
    expect((await world.act(drafted.id, 'pause')).body).toMatchObject({ state: 'paused' });
    expect(await world.judged(user, event)).toEqual([]);
    expect((await world.act(drafted.id, 'end')).body).toMatchObject({ state: 'ended' });
    expect(problem(await world.act(drafted.id, 'start'))).toEqual({ status: 409, code: 'campaign-state-conflict' });
    expect(problem(await platform.api.put(path, booking(5)))).toEqual({ status: 409, code: 'campaign-state-conflict' });
    expect(await world.balances(user)).toMatchObject([{ value: 21 }]);
  });

  it('refuses a change of a definition that would break a running campaign, and names it', async () => {
    const event = await world.newEvent({
      amount: { type: 'integer' },
      items: { type: 'array', items: item('string') },
    });
    const coupon = await world.newCoupon();
    const { id } = await world.run({
      name: 'Depends on it',
      trigger: { event_name: event },
      condition: 'event.amount > 5 && event.items.exists(i, i.sku == "x")',
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    for (const properties of [
      { amount: { type: 'integer' } },
      { amount: { type: 'string' }, items: { type: 'array', items: item('string') } },
      { amount: { type: 'integer' }, items: { type: 'array', items: item('integer') } },
    ]) {
      const answer = await world.define(event, properties, { additionalProperties: false });
      expect(problem(answer)).toEqual({ status: 409, code: 'event-definition-in-use' });
      expect(answer.body).toMatchObject({ usages: [{ campaign_id: id, name: 'Depends on it' }] });
    }
    const wider = { amount: { type: 'integer' }, items: { type: 'array', items: item('string') }, shop: {} };
    expect((await world.define(event, wider)).status).toBe(200);
    await world.act(id, 'end');
  });

  function item(type: string): object {
    return { type: 'object', properties: { sku: { type } } };
  }
});
