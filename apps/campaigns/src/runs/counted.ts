import type { Cap, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { faulty } from '@ces/contracts/problems';

export type Window = Pick<Cap, 'scope' | 'window'>;
export type BudgetOf = 'coupons' | 'points';

/**
 * What is counted of a campaign: all that a version which ran has asked for, by every version, also those before and after
 * it. So a counter that is there has missed no grant, whichever version made it.
 */
export interface Counted {
  windows: Window[];
  budgets: BudgetOf[];
}

export function countedBy({ caps, budget }: NewCampaign, before: Counted): Counted {
  const windows = new Map([...before.windows, ...(caps ?? []).map(windowOnly)].map((each) => [nameOf(each), each]));
  const budgets = new Set(before.budgets);
  if (typeof budget?.coupons === 'number') budgets.add('coupons');
  if (typeof budget?.points === 'number') budgets.add('points');
  return { windows: [...windows.values()], budgets: [...budgets] };
}

/** What is counted once is counted for good: windows that come and go with each version would cost more with each. */
const mostWindows = 40;

export function demandCountable(document: NewCampaign, before: Counted): void {
  const { length } = countedBy(document, before).windows;
  if (length <= mostWindows || length === before.windows.length) return;
  const detail = `with those of earlier versions these are more than ${mostWindows} different windows`;
  throw faulty('campaign-refused', [{ pointer: '#/caps', code: 'window', detail }]);
}

/** Rolling windows have no counter of their own length: what is counted are the grants. */
function windowOnly({ scope, window }: Cap): Window {
  return { scope, window: window.type === 'rolling' ? { type: 'rolling' } : window };
}

function nameOf({ scope, window: { type, unit, timezone } }: Window): string {
  return [scope, type, unit, timezone].join(' ');
}
