import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { madeUpOccurrence, madeUpRun } from '../../../test/made-up.js';
import type { Occurrence } from '../../runs/occurrence.js';
import { Assessment } from './assess.js';
import { emptyProfile, type Profile } from './profile.js';

const noon = Date.UTC(2026, 5, 1, 12);
const gold = { card_id: 'k', card_definition: 'default', card_tier_id: 'gold', state: 'active' as const };

function assess(campaign: Partial<NewCampaign>, more: Partial<Occurrence> = {}): Assessment {
  return new Assessment(madeUpRun(campaign).plan, madeUpOccurrence(more));
}

function knowing(campaign: Partial<NewCampaign>, profile: Partial<Profile>, more?: Partial<Occurrence>): Assessment {
  const assessment = assess(campaign, more);
  assessment.know({ ...emptyProfile('u'), ...profile });
  return assessment;
}

describe('the schedule of a campaign', () => {
  const bounds = { starts_at: '2026-06-01T12:00:00Z', ends_at: '2026-06-01T13:00:00Z' };
  const end = Date.UTC(2026, 5, 1, 13);

  it.each([
    [noon - 1, 'the campaign had not begun yet'],
    [noon, undefined],
    [end - 1, undefined],
    [end, 'the campaign was over'],
  ])('decides by the moment of acceptance %d', (at, detail) => {
    const refusal = assess(bounds, { at }).refusal();
    expect(refusal).toEqual(detail === undefined ? undefined : { step: 'schedule', detail });
  });
});

describe('the condition of a campaign', () => {
  it.each([
    ['event.amount > 1', { amount: 2 }, undefined],
    ['event.amount > 1', { amount: 1 }, 'the condition is false'],
    ['event.amount > 1', {}, 'there is no .amount'],
    ['event.amount > 1', null, 'there is no .amount of null'],
    ['event.tags[0]', { tags: ['text'] }, 'the condition is false'],
    ['event.tags[0]', { tags: [true] }, undefined],
    ['now == timestamp("2026-06-01T12:00:00Z")', {}, undefined],
    ['user.id == "u"', {}, undefined],
    ['card == null', {}, undefined],
  ])('%s of %j leads to %s', (condition, data, detail) => {
    const refusal = assess({ condition }, { data }).refusal();
    expect(refusal).toEqual(detail === undefined ? undefined : { step: 'condition', detail });
  });

  it('refuses with the fault of a version that cannot be judged', () => {
    const refusal = assess({ condition: 'event.nowhere' }).refusal();
    expect(refusal?.step).toBe('condition');
    expect(refusal?.detail).toContain('cannot be judged');
  });

  it('reads the person and the first card once they are known', () => {
    const condition = 'user.active && user.firstName == "Anna" && card.card_tier_id == "gold"';
    const person = { user_id: 'u', active: true, firstName: 'Anna' };
    expect(
      knowing({ condition }, { person, cards: [gold, { ...gold, card_tier_id: 'silver' }] }).refusal(),
    ).toBeUndefined();
    expect(
      knowing({ condition }, { person, cards: [{ ...gold, card_tier_id: 'silver' }, gold] }).refusal()?.detail,
    ).toBe('the condition is false');
    expect(knowing({ condition: 'user.id == "u"' }, { person }).refusal()).toBeUndefined();
    expect(knowing({ condition }, { person }).refusal()?.detail).toBe('there is no .card_tier_id of null');
  });

  it("leaves a failure that is not the expression's to the caller, so that the fact is delivered again", () => {
    const broken = madeUpOccurrence();
    Object.defineProperty(broken, 'data', { get: () => JSON.parse('{"amount":') as unknown });
    const { plan } = madeUpRun({ condition: 'event.amount > 1' });
    expect(() => new Assessment(plan, broken).refusal()).toThrow(SyntaxError);
  });

  it('is judged early only where it needs no answer of another service', () => {
    const over = { ends_at: '2026-01-01T00:00:00Z' };
    expect(assess({ condition: 'user.active' }).refusalUnasked()).toBeUndefined();
    expect(assess({ condition: 'user.active', ...over }).refusalUnasked()?.step).toBe('schedule');
    expect(assess({ condition: 'user.id == "v"' }).refusalUnasked()?.step).toBe('condition');
    expect(assess({ audience: { include_segments: ['s'] } }).refusalUnasked()).toBeUndefined();
  });

  it('spends its work once, although it is judged early and again at the end', () => {
    const tags = Array.from({ length: 9_000 }, () => 'a');
    const assessment = assess({ condition: 'event.tags.all(t, t == "a")' }, { data: { tags } });
    expect(assessment.refusalUnasked()).toBeUndefined();
    expect(assessment.refusal()).toBeUndefined();
  });
});

describe('the audience of a campaign', () => {
  const audience = {
    include_segments: ['a', 'b'],
    exclude_segments: ['x'],
    require_optins: ['n', 'm'],
    card_tiers: ['gold'],
  };
  const fitting = { segments: new Set(['b']), optins: new Set(['m', 'n', 'o']), cards: [gold] };

  it.each<[string, Partial<Profile>, string | undefined]>([
    ['all that is asked', {}, undefined],
    ['a card of the tier beside others', { cards: [{ ...gold, card_tier_id: 'silver' }, gold] }, undefined],
    ['other segments', { segments: new Set(['c']) }, 'the user is in none of the segments'],
    ['an excluded segment', { segments: new Set(['a', 'x']) }, 'the user is in a segment that is excluded'],
    ['one opt-in of two', { optins: new Set(['n']) }, 'an opt-in is missing'],
    [
      'a card of another tier',
      { cards: [{ ...gold, card_tier_id: 'silver' }] },
      'the user has no card on any of the tiers',
    ],
    ['nothing', { segments: new Set(), optins: new Set(), cards: [] }, 'the user is in none of the segments'],
  ])('judges a user with %s', (_, more, detail) => {
    const refusal = knowing({ audience }, { ...fitting, ...more }).refusal();
    expect(refusal).toEqual(detail === undefined ? undefined : { step: 'audience', detail });
  });

  it('is everybody where its lists are empty or missing', () => {
    const empty = { include_segments: [], exclude_segments: [], require_optins: [], card_tiers: [] };
    for (const every of [empty, {}, null]) expect(assess({ audience: every }).refusal()).toBeUndefined();
  });

  it('may be all users but those of a segment', () => {
    const all = { exclude_segments: ['x'] };
    expect(assess({ audience: all }).refusal()).toBeUndefined();
    expect(knowing({ audience: all }, { segments: new Set(['x']) }).refusal()?.step).toBe('audience');
  });

  it('is judged after the condition', () => {
    expect(assess({ audience, condition: 'false' }).refusal()?.step).toBe('condition');
  });
});

describe('the effects of a campaign', () => {
  const booking = (value: number | string, stack_id = 's') => ({
    type: 'transaction' as const,
    stack_id,
    block_id: 'b',
    value,
  });

  it('are due in their order, each with its number', () => {
    const assessment = assess(
      {
        effects: [
          { type: 'ask_survey', survey_id: 'q' },
          booking('event.amount * 2'),
          { type: 'claim_coupon', coupon_id: 'c' },
          booking(-5, 't'),
        ],
      },
      { data: { amount: 21 } },
    );
    expect(assessment.refusal()).toBeUndefined();
    expect(assessment.due).toEqual([
      { type: 'ask_survey', survey_id: 'q' },
      booking(42),
      { type: 'claim_coupon', coupon_id: 'c' },
      booking(-5, 't'),
    ]);
  });

  it('leave out a transaction of 0 beside others', () => {
    const assessment = assess({ effects: [booking('event.amount'), booking(1)] }, { data: { amount: 0 } });
    expect(assessment.refusal()).toBeUndefined();
    expect(assessment.due).toEqual([booking(1)]);
  });

  it('are nothing where each transaction is 0', () => {
    const assessment = assess(
      { effects: [booking('event.amount'), booking('0 - event.amount')] },
      { data: { amount: 0 } },
    );
    expect(assessment.refusal()).toEqual({
      step: 'effects',
      detail: 'there is nothing to give: the value of the transaction is 0',
    });
  });

  it.each([
    [1_000_000_000_000, undefined],
    [-1_000_000_000_000, undefined],
    [1_000_000_000_001, 'the value of the transaction is not a whole number that fits into the ledger'],
    [0.5, 'the value of the transaction is not a whole number that fits into the ledger'],
    ['text', 'the value of the transaction is not a whole number that fits into the ledger'],
    [undefined, 'the value of the transaction: there is no .amount'],
  ])('may be a value of %j or not', (amount, detail) => {
    const data = amount === undefined ? {} : { amount };
    const refusal = assess({ effects: [booking('event.amount')] }, { data }).refusal();
    expect(refusal).toEqual(detail === undefined ? undefined : { step: 'effects', detail });
  });

  it('are the same however often they are judged', () => {
    const assessment = assess({ effects: [booking(1)] });
    assessment.refusal();
    assessment.refusal();
    expect(assessment.due).toEqual([booking(1)]);
  });
});
