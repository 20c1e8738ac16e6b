import type { Occurrence } from '../runs/occurrence.js';
import type { BudgetName } from '../runs/counted-limits.js';
import type { Run } from '../runs/run.js';

/** An effect as it will be granted: an expression for the value has become a number. */
export type DueEffect =
  | { type: 'claim_coupon'; coupon_id: string }
  | { type: 'transaction'; stack_id: string; block_id: string; value: number }
  | { type: 'ask_survey'; survey_id: string };

export interface DueGrant {
  occurrence: Occurrence;
  run: Run;
  due: DueEffect[];
}

export function codesNeeded(due: DueEffect[]): Map<string, number> {
  const needed = new Map<string, number>();
  for (const effect of due) {
    if (effect.type === 'claim_coupon') needed.set(effect.coupon_id, (needed.get(effect.coupon_id) ?? 0) + 1);
  }
  return needed;
}

export function costOf(due: DueEffect[]): Record<BudgetName, number> {
  let [coupons, points] = [0, 0];
  for (const effect of due) {
    if (effect.type === 'claim_coupon') coupons += 1;
    if (effect.type === 'transaction' && effect.value > 0) points += effect.value;
  }
  return { coupons, points };
}
