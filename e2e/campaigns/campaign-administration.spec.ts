import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import { Platform } from '../platform/platform.js';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';

describe('a campaign that is saved', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns');
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

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
    for (const text of ['\0', '\ud800']) {
      expect(await refused({ effects: [{ ...booking, value: `size("${text}")` }] })).toEqual(['#/effects/0/value']);
    }
    const window = { type: 'calendar', unit: 'day', timezone: 'Mars/Olympus' };
    expect(await refused({ caps: [{ scope: 'user', window, max: 1 }] })).toEqual(['#/caps/0/window/timezone']);
    const rolling = { scope: 'campaign', window: { type: 'rolling', seconds: 3_600 }, max: 10_001 };
    expect(await refused({ caps: [rolling] })).toEqual(['#/caps/0/max']);
    for (const cap of [
      { ...rolling, max: 10_000 },
      { ...rolling, scope: 'user' },
    ]) {
      expect(await world.draft({ trigger: { event_name: event }, effects, caps: [cap] })).toMatchObject({
        status: 201,
      });
    }
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

  it('refuses at save what reads more properties than can be registered', async () => {
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

  it('may move to as many other segments as it may name', async () => {
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
});
