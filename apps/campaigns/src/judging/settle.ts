import type { Cap } from '@ces/contracts/campaign-administration';
import type { DueEffect, Refusal } from './assess.js';
import type { CounterKey, Counts, GrantsKey } from './counts.js';
import type { Occurrence } from './occurrence.js';
import type { Run } from './load-runs.js';
import { windowOf } from './windows.js';

/** A campaign that would reward, if caps, budget and codes allow. */
export interface Claim {
  occurrence: Occurrence;
  run: Run;
  due: DueEffect[];
}

/** Rolling windows count grants themselves; the counter of that name is what those who count wait for. */
export function countersOf({ occurrence, run, due }: Claim): CounterKey[] {
  const { caps = [] } = run.plan.document;
  const keys = caps.map((cap) => capKey(cap, run.campaignId, occurrence));
  const { coupons, points } = budgetKeys(run.campaignId);
  const cost = costOf(due);
  const { budget } = run.plan.document;
  if (budget?.coupons !== undefined && cost.coupons > 0) keys.push(coupons);
  if (budget?.points !== undefined && cost.points > 0) keys.push(points);
  return keys;
}

export function grantsOf({ occurrence, run }: Claim): GrantsKey[] {
  return (run.plan.document.caps ?? []).flatMap(({ scope, window, max }) =>
    window.type === 'rolling'
      ? [
          {
            campaignId: run.campaignId,
            userId: scope === 'user' ? occurrence.userId : '',
            since: occurrence.at - (window.seconds ?? 0) * 1_000,
            most: max,
          },
        ]
      : [],
  );
}

/** All of the campaign's effects, or none: what is missing is said, and nothing is counted. */
export function settle(claim: Claim, counts: Counts): Refusal | undefined {
  const refusal = capRefusal(claim, counts) ?? budgetRefusal(claim, counts) ?? codesRefusal(claim, counts);
  if (!refusal) count(claim, counts);
  return refusal;
}

export function capRefusal({ occurrence, run }: Claim, counts: Counts): Refusal | undefined {
  for (const cap of run.plan.document.caps ?? []) {
    const key = capKey(cap, run.campaignId, occurrence);
    const { type, seconds = 0 } = cap.window;
    const used =
      type === 'rolling'
        ? counts.grantsSince(run.campaignId, key.userId, occurrence.at - seconds * 1_000)
        : counts.used(key);
    if (used >= cap.max) return { step: 'caps', detail: describeCap(cap) };
  }
  return undefined;
}

export function budgetRefusal({ run, due }: Claim, counts: Counts): Refusal | undefined {
  const { budget } = run.plan.document;
  const keys = budgetKeys(run.campaignId);
  const cost = costOf(due);
  for (const what of ['coupons', 'points'] as const) {
    const most = budget?.[what];
    if (most === undefined || cost[what] === 0) continue;
    if (counts.used(keys[what]) + cost[what] > most)
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
  const { caps = [], budget } = run.plan.document;
  const keys = new Map(
    caps.map((cap) => capKey(cap, run.campaignId, occurrence)).map((key) => [key.userId + key.what, key]),
  );
  for (const key of keys.values()) if (key.what !== 'rolling') counts.add(key, 1);
  if (caps.some(({ window }) => window.type === 'rolling')) {
    counts.addGrant(run.campaignId, occurrence.userId, occurrence.at);
  }
  const { coupons, points } = budgetKeys(run.campaignId);
  const cost = costOf(due);
  if (budget?.coupons !== undefined) counts.add(coupons, cost.coupons);
  if (budget?.points !== undefined) counts.add(points, cost.points);
  for (const [couponId, needed] of codesNeeded(due)) counts.takeCodes(couponId, needed);
}

function costOf(due: DueEffect[]): { coupons: number; points: number } {
  let [coupons, points] = [0, 0];
  for (const effect of due) {
    if (effect.type === 'claim_coupon') coupons += 1;
    if (effect.type === 'transaction' && effect.value > 0) points += effect.value;
  }
  return { coupons, points };
}

function capKey(cap: Cap, campaignId: string, { userId, at }: Occurrence): CounterKey {
  return { campaignId, userId: cap.scope === 'user' ? userId : '', ...windowOf(cap, at) };
}

function budgetKeys(campaignId: string) {
  const whole = { campaignId, userId: '', forgetAt: null };
  return { coupons: { ...whole, what: 'budget coupons' }, points: { ...whole, what: 'budget points' } };
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
