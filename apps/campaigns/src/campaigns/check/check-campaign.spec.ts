import { createCampaign, type Campaign, type NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { createCoupon } from '@ces/contracts/campaigns/coupons';
import { problemOf, refusalOf } from '../../../test/problem-of.js';
import { CampaignsUnderTest } from '../../../test/run-campaigns.js';

describe('a campaign that is saved', () => {
  let service: CampaignsUnderTest;
  const trigger = { event_name: 'purchase' };

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    service.schema = { type: 'object', properties: { amount: { type: 'integer' }, shop: { type: 'string' } } };
  });

  afterAll(() => service.stop());

  const draft = (campaign: object): Promise<Campaign> =>
    service.bus.call(createCampaign, { name: 'Spec', ...campaign } as NewCampaign);

  it('is refused when it does not fit the event, with the places of the faults', async () => {
    const coupon = await service.newCoupon(1);
    const effects = [{ type: 'claim_coupon', coupon_id: coupon.id }];
    const refused = async (campaign: object): Promise<string[]> => {
      const { pointers, ...refusal } = await refusalOf(draft({ trigger, effects, ...campaign }));
      expect(refusal).toEqual({ status: 422, code: 'campaign-refused' });
      return pointers;
    };
    expect(await refused({ condition: 'event.amuont > 1' })).toEqual(['#/condition']);
    expect(await refused({ condition: 'event.shop > 1' })).toEqual(['#/condition']);
    expect(await refused({ condition: 'event.amount' })).toEqual(['#/condition']);
    expect(await refused({ condition: 'event.shop.matches("(a+)+$")' })).toEqual(['#/condition']);
    expect(await refused({ trigger: {} })).toEqual(['#/trigger']);
    expect(await refused({ effects: [{ type: 'claim_coupon', coupon_id: 'purchase' }] })).toEqual([
      '#/effects/0/coupon_id',
    ]);
    expect(await refused({ effects: [{ type: 'ask_survey' }] })).toEqual(['#/effects/0/survey_id']);
    const stack = await service.newStack();
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
      expect(await draft({ trigger, effects, caps: [cap] })).toMatchObject({ state: 'draft' });
    }
  });

  it('is refused when an effect names a stack, a block or a survey that does not exist', async () => {
    const [stack, other] = [await service.newStack(), await service.newStack()];
    const booking = (more: object) => draft({ trigger, effects: [{ type: 'transaction', value: 1, ...more }] });
    const unknown = '00000000-0000-0000-0000-000000000000';
    const refusal = { status: 422, code: 'campaign-refused' };
    for (const [call, pointer] of [
      [booking({ stack_id: unknown }), '#/effects/0/stack_id'],
      [booking({ stack_id: 'points' }), '#/effects/0/stack_id'],
      [booking({ stack_id: stack.id, block_id: other.blocks[0]?.id }), '#/effects/0/block_id'],
      [draft({ trigger, effects: [{ type: 'ask_survey', survey_id: unknown }] }), '#/effects/0/survey_id'],
    ] as const) {
      expect(await refusalOf(call)).toEqual({ ...refusal, pointers: [pointer] });
    }
    const [block] = stack.blocks;
    const named = { stack_id: stack.id.toUpperCase(), block_id: block?.id.toUpperCase() };
    for (const more of [named, { stack_id: stack.id }]) {
      expect(await booking(more)).toMatchObject({ effects: [{ stack_id: stack.id, block_id: block?.id }] });
    }
  });

  it('takes null where it is documented, and refuses it everywhere else', async () => {
    const stack = await service.newStack();
    const effect = { type: 'transaction', stack_id: stack.id, value: 1 };
    const nulls = { starts_at: null, ends_at: null, audience: null, condition: null, budget: null };
    const campaign = { ...nulls, trigger, effects: [effect] };
    expect(await draft(campaign)).toMatchObject({ condition: null, caps: [], budget: null });
    const cap = { scope: 'user', window: { type: 'rolling', seconds: null }, max: 1 };
    for (const [part, pointer] of [
      [{ caps: null }, '#/caps'],
      [{ caps: [cap] }, '#/caps/0/window/seconds'],
      [{ audience: { card_tiers: null } }, '#/audience/card_tiers'],
      [{ budget: { coupons: null } }, '#/budget/coupons'],
      [{ effects: [{ ...effect, block_id: null }] }, '#/effects/0/block_id'],
      [{ trigger: { ...trigger, lifecycle: null } }, '#/trigger/lifecycle'],
    ] as const) {
      const { pointers, ...refusal } = await refusalOf(draft({ ...campaign, ...part }));
      expect(refusal).toEqual({ status: 400, code: 'validation-failed' });
      expect(pointers).toContain(pointer);
    }
  });

  it('takes moments as RFC 3339 writes them, and no others', async () => {
    const stack = await service.newStack();
    const campaign = { trigger, effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }] };
    for (const moment of ['20261201T000000Z', '2026-W49-2T00:00:00Z', '2026-12-01T00:00:00,5Z', '2026-12-01']) {
      for (const call of [
        draft({ ...campaign, starts_at: moment }),
        draft({ ...campaign, ends_at: moment }),
        service.bus.call(createCoupon, { title: 'C', expires_at: moment }),
      ]) {
        expect(await problemOf(call)).toEqual({ status: 400, code: 'validation-failed' });
      }
    }
    const bounds = { starts_at: '2026-01-01T00:00:00.5+05:30', ends_at: '2099-01-01T00:00:00Z' };
    expect(await draft({ ...campaign, ...bounds })).toMatchObject(bounds);
  });
});
