import type { Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import { fromStored, toStored } from './stored-outcome.js';

const campaign = { campaign_id: 'c', version: 2 };
const refused = (reason: Outcome['reason'], detail: string | null): Outcome => ({
  ...campaign,
  ...{ name: 'Then', matched: false, reason, detail },
});

describe('a stored outcome', () => {
  it.each<[Outcome, object]>([
    [{ ...campaign, name: 'Then', matched: true, reason: null, detail: null }, { matched: true }],
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
    expect(fromStored(toStored(outcome), 'Now')).toStrictEqual({ ...outcome, name: 'Now' });
  });

  it('without a detail is read with the usual one, if there is one', () => {
    expect(fromStored(toStored(refused('condition', null)), 'Now').detail).toBe('the condition is false');
    expect(fromStored(toStored(refused('budget', null)), 'Now')).toMatchObject({ reason: 'budget', detail: null });
  });
});
