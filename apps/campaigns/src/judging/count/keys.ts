import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import type { BudgetName, CountedWindow } from '../../runs/counted-limits.js';
import type { Occurrence } from '../../runs/occurrence.js';
import { costOf, type DueGrant } from '../due-grant.js';
import { counterName, type CounterKey, type RollingKey } from './counts.js';
import { always, spanOf, windowNameAt } from './windows.js';

/** The rolling windows of several events in one: `since` is the earliest beginning of a window, `until` the latest. */
export type RollingSpan = RollingKey & { until: number };

export function counterKey(
  { scope, window }: CountedWindow,
  campaignId: string,
  { userId, at }: Occurrence,
): CounterKey {
  const owner = { campaignId, userId: scope === 'user' ? userId : '' };
  return { ...owner, ...windowNameAt(window, at), span: () => spanOf(window, at) };
}

export function rollingKey({ scope, window, max }: Cap, campaignId: string, { userId, at }: Occurrence): RollingKey {
  const { seconds = 0 } = window;
  return { campaignId, userId: scope === 'user' ? userId : '', seconds, since: at - seconds * 1_000, most: max };
}

export function budgetKey(name: BudgetName, campaignId: string): CounterKey {
  return { campaignId, userId: '', what: `budget ${name}`, forgetAt: null, span: () => always };
}

/** Each counter once, in the order in which all replicas lock them. */
export function distinctCounters(grants: DueGrant[]): CounterKey[] {
  const keys = new Map(grants.flatMap(countersOf).map((key) => [counterName(key), key]));
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
}

export function distinctRolling(grants: DueGrant[]): RollingSpan[] {
  const spans = new Map<string, RollingSpan>();
  for (const key of grants.flatMap(rollingOf)) {
    const name = `${key.campaignId} ${key.userId} ${key.seconds}`;
    const { since, until, most } = spans.get(name) ?? { ...key, until: key.since };
    spans.set(name, {
      ...key,
      since: Math.min(key.since, since),
      until: Math.max(key.since, until),
      most: Math.max(key.most, most),
    });
  }
  return [...spans.values()];
}

/**
 * The counters that all versions of the campaign share. A rolling window counts grants, so its counter is only a row to
 * lock: transactions with the same window wait for it.
 */
function countersOf({ occurrence, run, due }: DueGrant): CounterKey[] {
  const { windows, budgets } = run.counted;
  const cost = costOf(due);
  return [
    ...windows.map((window) => counterKey(window, run.campaignId, occurrence)),
    ...budgets.filter((name) => cost[name] > 0).map((name) => budgetKey(name, run.campaignId)),
  ];
}

function rollingOf({ occurrence, run }: DueGrant): RollingKey[] {
  const rolling = (run.plan.document.caps ?? []).filter(({ window }) => window.type === 'rolling');
  return rolling.map((cap) => rollingKey(cap, run.campaignId, occurrence));
}
