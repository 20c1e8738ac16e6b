/** The steps that refuse an event which fits the campaign: nothing is left for its user. '' is a grant. */
const afterMatching = ['', 'caps', 'budget', 'coupons'];

export function isMatched(reason: string): boolean {
  return afterMatching.includes(reason);
}
