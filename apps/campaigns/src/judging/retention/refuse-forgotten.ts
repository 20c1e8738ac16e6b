import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import { idsBefore } from '@ces/messaging/storage/ids';
import type { Refusal, Verdict } from '../verdict.js';

const dayMs = 86_400_000;
const daysOf = { day: 1, week: 7, month: 31, year: 366 };

const forgotten: Refusal = { step: 'schedule', detail: 'the grants of its time are no longer kept' };

/**
 * Refuses events that may have been granted already without a trace, because their ids sort before `judgedFrom`, and events
 * so old that a window of a cap reaches back to dropped grants.
 */
export function refuseForgotten(verdicts: Verdict[], judgedFrom: string): void {
  for (const verdict of verdicts) {
    const { occurrence, run, refusal } = verdict;
    if (refusal) continue;
    const longest = Math.max(0, ...(run.plan.document.caps ?? []).map(lengthOf));
    const reachesBack = longest > 0 && idsBefore(occurrence.at - longest) < judgedFrom;
    if (reachesBack || occurrence.id < judgedFrom) verdict.refusal = forgotten;
  }
}

/** At most: a local day begins up to a day before that of UTC. */
function lengthOf({ window: { type, seconds = 0, unit = 'day' } }: Cap): number {
  if (type === 'total') return 0;
  return type === 'rolling' ? seconds * 1_000 : (daysOf[unit] + 1) * dayMs;
}
