import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import type { DueEffect, Refusal } from '../match/assess.js';
import type { BudgetOf, Window } from '../../runs/counted.js';
import type { CounterKey, Counts, RollingKey } from './counts.js';
import type { Occurrence } from '../../runs/occurrence.js';
import type { Run } from '../../runs/run.store.js';
import { always, spanOf, windowOf } from './windows.js';

/** A campaign that would reward, if caps, budget and codes allow. */
export interface Claim {
  occurrence: Occurrence;
  run: Run;
  due: DueEffect[];
}

/**
 * All that is counted of the campaign, whichever of its versions this is. Rolling windows count grants themselves: the
 * counter of that name is what those who count wait for.
 */
export function countersOf({ occurrence, run, due }: Claim): CounterKey[] {
  const { windows, budgets } = run.counted;
  const cost = costOf(due);
  return [
    ...windows.map((window) => counterKey(window, run.campaignId, occurrence)),
    ...budgets.filter((of) => cost[of] > 0).map((of) => budgetKey(of, run.campaignId)),
  ];
}

export function rollingOf({ occurrence, run }: Claim): RollingKey[] {
  const rolling = (run.plan.document.caps ?? []).filter(({ window }) => window.type === 'rolling');
  return rolling.map((cap) => rollingKey(cap, run.campaignId, occurrence));
}

/** All of the campaign's effects, or none: what is missing is said, and nothing is counted. */
export function settle(claim: Claim, counts: Counts): Refusal | undefined {
  const refusal = capRefusal(claim, counts) ?? budgetRefusal(claim, counts) ?? codesRefusal(claim, counts);
  if (!refusal) count(claim, counts);
  return refusal;
}

export function capRefusal({ occurrence, run }: Claim, counts: Counts): Refusal | undefined {
  for (const cap of run.plan.document.caps ?? []) {
    const used =
      cap.window.type === 'rolling'
        ? counts.grantsSince(rollingKey(cap, run.campaignId, occurrence))
        : counts.used(counterKey(cap, run.campaignId, occurrence));
    if (used >= cap.max) return { step: 'caps', detail: describeCap(cap) };
  }
  return undefined;
}

export function budgetRefusal({ run, due }: Claim, counts: Counts): Refusal | undefined {
  const { budget } = run.plan.document;
  const cost = costOf(due);
  for (const what of ['coupons', 'points'] as const) {
    const most = budget?.[what];
    if (most === undefined || cost[what] === 0) continue;
    if (counts.used(budgetKey(what, run.campaignId)) + cost[what] > most)
      return { step: 'budget', detail: `the budget of ${what} is spent` };
  }
  return undefined;
}

export function codesRefusal({ due }: Claim, counts: Counts): Refusal | undefined {
  for (const [couponId, needed] of codesNeeded(due)) {
    if (counts.codesLeft(couponId) < needed) return { step: 'coupons', detail: 'no code of the coupon is left' };
  }
  return undefined;
}

/** How many codes of each coupon. */
export function codesNeeded(due: DueEffect[]): Map<string, number> {
  const needed = new Map<string, number>();
  for (const effect of due) {
    if (effect.type === 'claim_coupon') needed.set(effect.coupon_id, (needed.get(effect.coupon_id) ?? 0) + 1);
  }
  return needed;
}

function count({ occurrence, run, due }: Claim, counts: Counts): void {
  const cost = costOf(due);
  for (const window of run.counted.windows) {
    if (window.window.type !== 'rolling') counts.add(counterKey(window, run.campaignId, occurrence), 1);
  }
  for (const of of run.counted.budgets) counts.add(budgetKey(of, run.campaignId), cost[of]);
  counts.addGrant(run.campaignId, occurrence.userId, occurrence.at);
  for (const [couponId, needed] of codesNeeded(due)) counts.takeCodes(couponId, needed);
}

export function costOf(due: DueEffect[]): Record<BudgetOf, number> {
  let [coupons, points] = [0, 0];
  for (const effect of due) {
    if (effect.type === 'claim_coupon') coupons += 1;
    if (effect.type === 'transaction' && effect.value > 0) points += effect.value;
  }
  return { coupons, points };
}

function counterKey({ scope, window }: Window, campaignId: string, { userId, at }: Occurrence): CounterKey {
  const whose = { campaignId, userId: scope === 'user' ? userId : '' };
  return { ...whose, ...windowOf(window, at), span: () => spanOf(window, at) };
}

function rollingKey({ scope, window, max }: Cap, campaignId: string, { userId, at }: Occurrence): RollingKey {
  const { seconds = 0 } = window;
  return { campaignId, userId: scope === 'user' ? userId : '', seconds, since: at - seconds * 1_000, most: max };
}

function budgetKey(of: BudgetOf, campaignId: string): CounterKey {
  return { campaignId, userId: '', what: `budget ${of}`, forgetAt: null, span: () => always };
}

function describeCap({ scope, window, max }: Cap): string {
  const whose = scope === 'user' ? 'the user has' : 'the campaign has';
  const within = {
    total: '',
    rolling: ` within ${window.seconds ?? 0} seconds`,
    calendar: ` in this ${window.unit ?? 'day'}`,
  }[window.type];
  return `${whose} reached the cap of ${max}${within}`;
}
