import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import { codesNeeded, costOf, type DueGrant } from '../due-grant.js';
import type { Refusal } from '../verdict.js';
import type { Counts } from './counts.js';
import { budgetKey, counterKey, rollingKey } from './keys.js';

/** Grants all effects and counts them, or refuses all and counts nothing. */
export function decide(grant: DueGrant, counts: Counts): Refusal | undefined {
  const refusal = capRefusal(grant, counts) ?? budgetRefusal(grant, counts) ?? codesRefusal(grant, counts);
  if (!refusal) count(grant, counts);
  return refusal;
}

export function capRefusal({ occurrence, run }: DueGrant, counts: Counts): Refusal | undefined {
  for (const cap of run.plan.document.caps ?? []) {
    const used =
      cap.window.type === 'rolling'
        ? counts.grantsSince(rollingKey(cap, run.campaignId, occurrence))
        : counts.used(counterKey(cap, run.campaignId, occurrence));
    if (used >= cap.max) return { step: 'caps', detail: describeCap(cap) };
  }
  return undefined;
}

export function budgetRefusal({ run, due }: DueGrant, counts: Counts): Refusal | undefined {
  const { budget } = run.plan.document;
  const cost = costOf(due);
  for (const name of ['coupons', 'points'] as const) {
    const most = budget?.[name];
    if (most === undefined || cost[name] === 0) continue;
    if (counts.used(budgetKey(name, run.campaignId)) + cost[name] > most)
      return { step: 'budget', detail: `the budget of ${name} is spent` };
  }
  return undefined;
}

export function codesRefusal({ due }: DueGrant, counts: Counts): Refusal | undefined {
  for (const [couponId, needed] of codesNeeded(due)) {
    if (counts.codesLeft(couponId) < needed) return { step: 'coupons', detail: 'no code of the coupon is left' };
  }
  return undefined;
}

function count({ occurrence, run, due }: DueGrant, counts: Counts): void {
  const cost = costOf(due);
  for (const window of run.counted.windows) {
    if (window.window.type !== 'rolling') counts.add(counterKey(window, run.campaignId, occurrence), 1);
  }
  for (const name of run.counted.budgets) counts.add(budgetKey(name, run.campaignId), cost[name]);
  counts.addGrant(run.campaignId, occurrence.userId, occurrence.at);
  for (const [couponId, needed] of codesNeeded(due)) counts.takeCodes(couponId, needed);
}

function describeCap({ scope, window, max }: Cap): string {
  const owner = scope === 'user' ? 'the user has' : 'the campaign has';
  const within = {
    total: '',
    rolling: ` within ${window.seconds ?? 0} seconds`,
    calendar: ` in this ${window.unit ?? 'day'}`,
  }[window.type];
  return `${owner} reached the cap of ${max}${within}`;
}
