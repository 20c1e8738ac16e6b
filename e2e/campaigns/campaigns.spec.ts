import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Simulation } from '@ces/contracts/campaigns/campaign-outcomes';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

/** The specs in apps/campaigns test the rules of campaigns alone. */
describe('campaigns beside events, cards and segments', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns');
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  it('are refused with the place of the fault', async () => {
    const [event, coupon] = [await world.newEvent(), await world.newCoupon()];
    const effects = [{ type: 'claim_coupon', coupon_id: coupon.id }];
    const refused = async (campaign: object) => {
      const answer = await world.draft({ trigger: { event_name: event }, effects, ...campaign });
      const { errors = [] } = answer.body as { errors?: { pointer: string }[] };
      return { ...problem(answer), pointers: errors.map(({ pointer }) => pointer) };
    };
    for (const [campaign, pointer] of [
      [{ condition: 'event.amuont > 1' }, '#/condition'],
      [{ trigger: { event_name: 'never-defined' } }, '#/trigger/event_name'],
      [{ audience: { include_segments: ['no-such-segment'] } }, '#/audience/include_segments/0'],
    ] as const) {
      expect(await refused(campaign)).toEqual({ status: 422, code: 'campaign-refused', pointers: [pointer] });
    }
    for (const [campaign, pointer] of [
      [{ colour: 'red' }, '#/colour'],
      [{ caps: null }, '#/caps'],
      [{ starts_at: '2026-12-01' }, '#/starts_at'],
    ] as const) {
      const { pointers, ...refusal } = await refused(campaign);
      expect(refusal).toEqual({ status: 400, code: 'validation-failed' });
      expect(pointers).toContain(pointer);
    }
  });

  it('are refused with the places of unknown opt-ins and card tiers', async () => {
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

  it('are refused when they read more properties than events registers', async () => {
    const [event, stack] = [await world.newEvent({}, { properties: undefined }), await world.newStack()];
    const deep = (letter: string) => `event.${Array.from({ length: 30 }, () => letter.repeat(120)).join('.')}`;
    const reading = (texts: string[]) => ({
      trigger: { event_name: event },
      effects: texts.map((value) => ({ type: 'transaction', stack_id: stack.id, value })),
    });
    const wide = (from: number) => `size([${Array.from({ length: 150 }, (_, at) => `event.p${from + at}`).join()}])`;
    for (const texts of [
      Array.from({ length: 10 }, (_, index) => wide(index * 150)),
      Array.from('abcdefghij', (letter) => `size([${deep(letter)}])`),
    ]) {
      expect(problem(await world.draft(reading(texts)))).toEqual({ status: 422, code: 'campaign-refused' });
      const few = (await world.draft(reading(texts.slice(0, 4)))).body as Campaign;
      expect((await world.act(few.id, 'start')).body).toMatchObject({ state: 'running' });
      const path = `/api/1/admin/campaigns/${few.id}`;
      expect(await platform.api.put(path, { name: 'Others', ...reading(texts.slice(4, 8)) })).toMatchObject({
        status: 200,
      });
    }
  });

  it('may move to as many other segments as they may name', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const rows = await platform.segments.get(DataSource).query<{ id: string }[]>(
      `INSERT INTO segment (id, name, identifier, file_name, document_id, state)
       SELECT gen_random_uuid(), 'Many', 'x', 'x.csv', gen_random_uuid(), 'pending' FROM generate_series(1, 398) RETURNING id`,
    );
    const ids = rows.map(({ id }) => id);
    const naming = (from: number) => ({
      trigger: { event_name: event },
      audience: { include_segments: ids.slice(from, from + 100), exclude_segments: ids.slice(from + 100, from + 199) },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const { id } = (await world.draft(naming(0))).body as Campaign;
    const moved = await platform.api.put(`/api/1/admin/campaigns/${id}`, { name: 'Moved', ...naming(199) });
    expect(moved).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it('judge an event by the version that ran when it was accepted, also after an outage', async () => {
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
    // An event that is accepted while campaigns is away must wait for it.
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

  it('keep the definitions that they read while they run, and are named in the refusal', async () => {
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

  it.each([
    '"p" in event.one',
    'event.list.all(x, x.p == 1)',
    'event.list.exists(x, x.p == 1)',
    'event.list.exists_one(x, x.p == 1)',
    'event.list.filter(x, true)[0].p == 1',
    'event.list.map(x, x)[0].p == 1',
    '(now > timestamp("2026-01-01T00:00:00Z") ? event.one : event.list[0]).p == 1',
    '[event.one, event.list[0]][1].p == 1',
  ])('keep the definition that %s reads', async (condition) => {
    const properties = (leaf: object) => {
      const one = { type: 'object', properties: leaf, additionalProperties: false };
      return { one, list: { type: 'array', items: one } };
    };
    const p = { type: 'integer' };
    const [event, coupon] = [await world.newEvent(properties({ p })), await world.newCoupon()];
    const effects = [{ type: 'claim_coupon', coupon_id: coupon.id }];
    const { id } = await world.run({ trigger: { event_name: event }, condition, effects });
    const answer = await world.define(event, properties({ q: p }));
    expect(problem(answer)).toEqual({ status: 409, code: 'event-definition-in-use' });
    expect((await world.define(event, properties({ p, q: p }))).status).toBe(200);
    await world.act(id, 'end');
  });

  it('keep the definition for as long as the version that reads it may run', async () => {
    const [before, after, stack] = [await world.newEvent(), await world.newEvent(), await world.newStack()];
    const campaign = (event_name: string) => ({
      ...{ name: 'Moves on', trigger: { event_name }, condition: 'event.amount > 0' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const { id } = await world.run(campaign(before));
    const path = `/api/1/admin/campaigns/${id}`;
    const inUse = { status: 409, code: 'event-definition-in-use' };
    // The change has registered its use of the other definition, and waits for the row of the campaign.
    const put = await platform.campaigns.get(DataSource).transaction(async (tx) => {
      await tx.query('SELECT FROM campaign WHERE id = $1 FOR UPDATE', [id]);
      const answer = platform.api.put(path, campaign(after));
      await eventually(async () => {
        const uses = platform.services.events.get(DataSource);
        expect(await uses.query('SELECT FROM definition_use WHERE event_name = $1', [after])).toHaveLength(1);
      });
      expect(problem(await world.define(before, { sum: {} }))).toEqual(inUse);
      return { answer };
    });
    expect((await put.answer).body).toMatchObject({ version: 2, trigger: { event_name: after } });
    expect(problem(await world.define(after, { sum: {} }))).toEqual(inUse);
    await eventually(async () => {
      expect((await world.define(before, { sum: {} })).status).toBe(200);
    });
    await world.act(id, 'end');
  });

  it('are simulated with any data that the event accepts, and with no other', async () => {
    const [user, event] = [await world.newUser(), await world.newEvent({ amount: { type: 'integer' } })];
    const coupon = await world.newCoupon();
    const { id } = (
      await world.draft({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] })
    ).body as Campaign;
    const simulate = (data: object) => world.act(id, 'simulate', { user_id: user, event_name: event, data });
    expect((await simulate({ amount: 1, constructor: 'x' })).body as Simulation).toMatchObject({
      matched: false,
      reason: 'state',
      detail: 'the campaign is draft',
    });
    expect(await simulate({ amount: 'one' })).toMatchObject({
      status: 422,
      body: {
        code: 'event-data-invalid',
        detail: expect.stringMatching(/^#\/data\/amount: /),
        errors: [{ pointer: '#/data/amount' }],
      },
    });
    const stranger = await world.act(id, 'simulate', { user_id: 'nobody', event_name: event, data: {} });
    expect(problem(stranger)).toEqual({ status: 404, code: 'user-not-found' });
  });

  it('keep the idempotency key of a simulation out of other services', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const { id } = await world.run({
      trigger: { event_name: event },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const key = randomUUID();
    const answer = await platform.api.send('POST', `/api/1/admin/campaigns/${id}:simulate`, {
      body: { user_id: user, event_name: event, data: {} },
      headers: { 'Idempotency-Key': key },
    });
    expect(answer.status).toBe(200);
    for (const [name, service] of Object.entries(platform.services)) {
      const kept = await service.get(DataSource).query<unknown[]>('SELECT FROM idempotency_key WHERE key = $1', [key]);
      expect([name, kept.length]).toEqual([name, name === 'campaigns' ? 1 : 0]);
    }
  });

  function item(type: string): object {
    return { type: 'object', properties: { sku: { type } } };
  }
});
