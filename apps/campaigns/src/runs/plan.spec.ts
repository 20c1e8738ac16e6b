import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { asksOthers, planFor, triggerName } from './plan.js';

const schema = { type: 'object', properties: { amount: { type: 'integer' } } };
const booking = (value?: number | string) => ({
  type: 'transaction' as const,
  stack_id: 's',
  block_id: 'b',
  ...(value === undefined ? {} : { value }),
});

function plan(more: Partial<NewCampaign>) {
  return planFor({ name: 'Spec', trigger: { event_name: 'e' }, effects: [booking(1)], ...more }, schema);
}

describe('the plan of a campaign', () => {
  it('has the bounds of its schedule, and none where none is given', () => {
    const bounds = plan({ starts_at: '2026-01-01T00:00:00+01:00', ends_at: '2026-02-01T00:00:00Z' });
    expect([bounds.startsAt, bounds.endsAt]).toEqual([Date.UTC(2025, 11, 31, 23), Date.UTC(2026, 1, 1)]);
    const open = plan({ starts_at: null });
    expect([open.startsAt, open.endsAt]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('has no condition where it is empty or null', () => {
    for (const condition of ['', null]) {
      expect(plan({ condition })).toMatchObject({ condition: undefined, fault: undefined });
    }
  });

  it('keeps plain values, and compiles those in CEL', () => {
    const coupon = { type: 'claim_coupon' as const, coupon_id: 'c' };
    const { effects } = plan({ effects: [coupon, booking(5), booking('event.amount'), booking()] });
    expect(effects).toEqual([
      { effect: coupon },
      { effect: booking(5), value: 5 },
      { effect: booking('event.amount'), value: expect.objectContaining({ type: { kind: 'int' } }) as object },
      { effect: booking(), value: 0 },
    ]);
  });

  const nothing = { segments: [], cards: false, person: false };

  it.each<[string, Partial<NewCampaign>, object, boolean]>([
    ['the event, the time and the id of the user', { condition: 'event.amount > 1 && user.id != ""' }, {}, false],
    ['a moment', { condition: 'now.getHours() > 1' }, {}, false],
    ['the person', { condition: 'user.active' }, { person: true }, true],
    ['the whole user', { condition: 'user != null' }, { person: true }, true],
    ['a card', { condition: 'card != null' }, { cards: true }, true],
    ['the tier of a card', { condition: 'card.card_tier_id == "gold"' }, { cards: true }, true],
    ['the person in a value only', { effects: [booking('user.active ? 1 : 2')] }, { person: true }, false],
    ['the card in a value only', { effects: [booking('card == null ? 1 : 2')] }, { cards: true }, false],
    [
      'the person in a value, with a condition on the event',
      { condition: 'event.amount > 1', effects: [booking('user.active ? 1 : 2')] },
      { person: true },
      false,
    ],
    ['opt-ins', { audience: { require_optins: ['o'] } }, { cards: true }, false],
    ['tiers', { audience: { card_tiers: ['t'] } }, { cards: true }, false],
    [
      'segments',
      { audience: { include_segments: ['a'], exclude_segments: ['b'], require_optins: [], card_tiers: [] } },
      { segments: ['a', 'b'] },
      false,
    ],
  ])('knows whom to ask about %s', (_, more, needs, conditionNeeds) => {
    const made = plan(more);
    expect(made).toMatchObject({ fault: undefined, needs: { ...nothing, ...needs }, conditionNeeds });
    expect(asksOthers(made)).toBe(Object.keys(needs).length > 0);
  });

  it('says what is wrong where the document does not fit the schema, and then grants nothing', () => {
    const broken = plan({
      condition: 'event.nowhere',
      audience: { include_segments: ['a'] },
      ends_at: '2020-01-01T00:00:00Z',
    });
    expect(broken.fault).toMatch(/^this version of the campaign cannot be judged: there is no property nowhere/);
    expect(broken).toMatchObject({ effects: [], needs: nothing, conditionNeeds: false });
    expect([broken.startsAt, broken.endsAt]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(asksOthers(broken)).toBe(false);
  });

  it('judges a version of 0.3.0 that asks with `in` for a property that no event has', () => {
    expect(plan({ condition: '"nowhere" in event || event.amount > 1' }).fault).toBeUndefined();
  });

  it('reads the data of a fact by the fields that such a fact has', () => {
    const trigger = { lifecycle: 'card-added' as const };
    expect(plan({ trigger, condition: 'event.card_tier_id == "gold"' }).fault).toBeUndefined();
    expect(plan({ trigger, condition: 'event.amount > 1' }).fault).toContain('there is no property amount');
  });

  it('is found by the name of its trigger, which tells events from facts', () => {
    const nameOf = (trigger: NewCampaign['trigger']) => triggerName({ name: 'Spec', trigger, effects: [] });
    expect([nameOf({ event_name: 'card-added' }), nameOf({ lifecycle: 'card-added' })]).toEqual([
      'event card-added',
      'lifecycle card-added',
    ]);
  });
});
