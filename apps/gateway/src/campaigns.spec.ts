import type { Campaign } from '@ces/contracts/campaign-administration';
import { couponSlipClaimed, transactionCreated } from '@ces/contracts/campaigns';
import type { CardDefinition } from '@ces/contracts/card-definitions';
import type { OptinDefinition } from '@ces/contracts/optins';
import { Platform } from '@ces/testing/platform';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../test/campaign-world.js';
import { problem } from '../test/event-world.js';
import { connect, importAndProcess } from '../test/segment-forms.js';

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

  it('takes null where it is documented, and refuses it everywhere else', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const effect = { type: 'transaction', stack_id: stack.id, value: 1 };
    const nulls = { starts_at: null, ends_at: null, audience: null, condition: null, budget: null };
    const campaign = { ...nulls, trigger: { event_name: event }, effects: [effect] };
    expect(await world.draft(campaign)).toMatchObject({
      status: 201,
      body: { condition: null, caps: [], budget: null },
    });
    const cap = { scope: 'user', window: { type: 'rolling', seconds: null }, max: 1 };
    for (const [part, pointer] of [
      [{ caps: null }, '#/caps'],
      [{ caps: [cap] }, '#/caps/0/window/seconds'],
      [{ audience: { card_tiers: null } }, '#/audience/card_tiers'],
      [{ budget: { coupons: null } }, '#/budget/coupons'],
      [{ effects: [{ ...effect, block_id: null }] }, '#/effects/0/block_id'],
      [{ trigger: { event_name: event, lifecycle: null } }, '#/trigger/lifecycle'],
    ] as const) {
      const answer = await world.draft({ ...campaign, ...part });
      expect(problem(answer)).toEqual({ status: 400, code: 'validation-failed' });
      expect(answer.body).toMatchObject({
        errors: expect.arrayContaining([expect.objectContaining({ pointer })]) as [],
      });
    }
  });

  it('takes moments as RFC 3339 writes them, and no others', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    const campaign = { trigger: { event_name: event }, effects };
    for (const moment of ['20261201T000000Z', '2026-W49-2T00:00:00Z', '2026-12-01T00:00:00,5Z', '2026-12-01']) {
      for (const answer of [
        await world.draft({ ...campaign, starts_at: moment }),
        await world.draft({ ...campaign, ends_at: moment }),
        await platform.api.post('/api/1/admin/coupons', { title: 'C', valid_until: moment }),
      ]) {
        expect(problem(answer)).toEqual({ status: 400, code: 'validation-failed' });
      }
    }
    const bounds = { starts_at: '2026-01-01T00:00:00.5+05:30', ends_at: '2099-01-01T00:00:00Z' };
    expect(await world.draft({ ...campaign, ...bounds })).toMatchObject({ status: 201, body: bounds });
  });

  it('refuses opt-ins and card tiers that there are not, and says which', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const { tiers } = (await platform.api.post('/api/1/admin/card-definitions', { name: randomUUID() }))
      .body as CardDefinition;
    const text = { en_GB: 'News' };
    const purpose = { name: 'news', can_be_updated: true, required: false };
    const optin = (await platform.api.post('/api/1/admin/optins', { name: text, description: text, purpose }))
      .body as OptinDefinition;
    const draft = (audience: object) =>
      world.draft({
        trigger: { event_name: event },
        audience,
        effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
      });
    const tier = tiers[0]?.card_tier_id ?? '';
    const known = { require_optins: [optin.id.toUpperCase()], card_tiers: [tier.toUpperCase()] };
    expect(await draft(known)).toMatchObject({
      status: 201,
      body: { audience: { require_optins: [optin.id], card_tiers: [tier] } },
    });
    const refused = await draft({ require_optins: [optin.id, tier], card_tiers: ['gold', tier, optin.id] });
    expect(problem(refused)).toEqual({ status: 422, code: 'campaign-refused' });
    expect((refused.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '#/audience/require_optins/1',
      '#/audience/card_tiers/0',
      '#/audience/card_tiers/2',
    ]);
  });

  it('knows a segment however its id is spelled', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const owner = randomUUID();
    const user = await connect(platform, owner);
    const segment = await importAndProcess(platform, `${owner}\n`);
    const id = segment.id.toUpperCase();
    const effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    const campaign = { trigger: { event_name: event }, effects };
    await world.run({ ...campaign, name: 'Out', audience: { exclude_segments: [id] } });
    await world.run({ ...campaign, name: 'In', audience: { include_segments: [id] } });
    const outcomes = await world.judged(user, event);
    expect(outcomes.filter(({ matched }) => matched).map(({ name }) => name)).toEqual(['In']);
    const trigger = { lifecycle: 'segment-entered', segment_id: id };
    expect((await world.draft({ trigger, effects })).body).toMatchObject({
      trigger: { lifecycle: 'segment-entered', segment_id: segment.id },
    });
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
