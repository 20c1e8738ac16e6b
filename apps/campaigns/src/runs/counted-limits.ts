import type { Cap, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { faulty } from '@ces/contracts/problems';

export type CountedWindow = Pick<Cap, 'scope' | 'window'>;
export type BudgetName = 'coupons' | 'points';

/** Every window and budget that any version declared. All versions update all of them, so no counter misses a grant. */
export interface CountedLimits {
  windows: CountedWindow[];
  budgets: BudgetName[];
}

export function countedBy({ caps, budget }: NewCampaign, before: CountedLimits): CountedLimits {
  const windows = new Map([...before.windows, ...(caps ?? []).map(windowOnly)].map((each) => [windowName(each), each]));
  const budgets = new Set(before.budgets);
  if (typeof budget?.coupons === 'number') budgets.add('coupons');
  if (typeof budget?.points === 'number') budgets.add('points');
  return { windows: [...windows.values()], budgets: [...budgets] };
}

/** A window that any version declared is counted for ever, so each new window adds work to every grant. */
const mostWindows = 40;

export function demandCountable(document: NewCampaign, before: CountedLimits): void {
  const { length } = countedBy(document, before).windows;
  if (length <= mostWindows || length === before.windows.length) return;
  const detail = `all versions of a campaign together have more than ${mostWindows} different windows`;
  throw faulty('campaign-refused', [{ pointer: '#/caps', code: 'window', detail }]);
}

/** Rolling windows of all lengths share one counter per scope, which is only a lock: their grants are counted instead. */
function windowOnly({ scope, window }: Cap): CountedWindow {
  return { scope, window: window.type === 'rolling' ? { type: 'rolling' } : window };
}

function windowName({ scope, window: { type, unit, timezone } }: CountedWindow): string {
  return [scope, type, unit, timezone].join(' ');
}
