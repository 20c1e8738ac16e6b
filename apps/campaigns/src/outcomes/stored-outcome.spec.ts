import { fromStored, toStored, type RefusedOutcome } from './stored-outcome.js';

const campaign = { campaign_id: 'c', version: 2 };
const refused = (reason: RefusedOutcome['reason'], detail: string): RefusedOutcome => ({
  ...campaign,
  reason,
  detail,
});

describe('a stored outcome', () => {
  it.each<[RefusedOutcome, object]>([
    [refused('schedule', 'the campaign was over'), { matched: false, reason: 'schedule' }],
    [refused('audience', 'the user is in none of the segments'), { matched: false, reason: 'audience' }],
    [refused('condition', 'the condition is false'), { matched: false, reason: 'condition' }],
    [refused('coupons', 'no code of the coupon is left'), { matched: false, reason: 'coupons' }],
    [
      refused('schedule', 'the campaign had not begun yet'),
      { matched: false, reason: 'schedule', detail: 'the campaign had not begun yet' },
    ],
    [refused('caps', 'the condition is false'), { matched: false, reason: 'caps', detail: 'the condition is false' }],
  ])('leaves out the name and what goes without saying, and is read as %j', (outcome, kept) => {
    expect(toStored(outcome)).toStrictEqual({ ...campaign, ...kept });
    expect(fromStored(toStored(outcome), 'Now')).toStrictEqual({ ...outcome, name: 'Now', matched: false });
  });

  it('without a detail is read with the usual one, if there is one', () => {
    const read = (reason?: RefusedOutcome['reason']) =>
      fromStored({ ...campaign, matched: reason === undefined, ...(reason ? { reason } : {}) }, 'Now');
    expect(read('condition')).toMatchObject({ reason: 'condition', detail: 'the condition is false' });
    expect(read('budget')).toMatchObject({ reason: 'budget', detail: null });
    expect(read()).toStrictEqual({ ...campaign, name: 'Now', matched: true, reason: null, detail: null });
  });
});
