/** What became of one attempt. */
export type Outcome =
  { kind: 'answered'; status: number; retryAfterMs?: number } | { kind: 'unanswered'; error: string };

/** What is known of the batch before the attempt is judged. */
export interface Trials {
  /** Failures in a row so far. */
  attempt: number;
  /** How often it was refused as it is (400 or 422); halves inherit that from a whole that was refused for good. */
  refusals: number;
  /** Events set aside since one was accepted. */
  asideInRow: number;
  count: number;
}

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; pauseMs: number; refused: boolean }
  /** Refused: its halves are suspect, too; else it was only too large. The receiver may want a pause before. */
  | { kind: 'halve'; refused: boolean; pauseMs: number }
  | { kind: 'set-aside'; status: number; pauseMs: number }
  | { kind: 'disable'; reason: 'gone' | 'failing' };

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** The pauses after the first failure, the second, …; after the last there is no other attempt. */
export const ladderMs: readonly number[] = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** Who asks for more is asked again after a day: a slip of theirs must not end deliveries for good. */
const longestRetryAfterMs = 24 * hour;
/** More in a row than this: the receiver is to blame, not the events. */
const mostAsideInRow = 20;

/** The rules of delivery, in one place and pure. `random` is from 0 to 1: receivers that came back are not stormed. */
export function judge(outcome: Outcome, trials: Trials, random: number): Verdict {
  if (outcome.kind === 'unanswered') return later(trials, random);
  const { status, retryAfterMs = 0 } = outcome;
  if (status >= 200 && status <= 299) return { kind: 'delivered' };
  if (status === 410) return { kind: 'disable', reason: 'gone' };
  const refused = status === 400 || status === 422;
  const refusedForGood = status === 413 || (refused && trials.refusals >= 1);
  const floor = Math.min(retryAfterMs, longestRetryAfterMs);
  if (refusedForGood && trials.count > 1) return { kind: 'halve', refused, pauseMs: floor };
  if (refusedForGood && trials.asideInRow < mostAsideInRow) return { kind: 'set-aside', status, pauseMs: floor };
  return later(trials, random, floor, refused);
}

function later({ attempt }: Trials, random: number, floor = 0, refused = false): Verdict {
  const pause = ladderMs[attempt];
  if (pause === undefined) return { kind: 'disable', reason: 'failing' };
  return { kind: 'retry', pauseMs: Math.max(pause * (1 + 0.2 * random), floor), refused };
}

/** Both forms of Retry-After: seconds, or a date. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * second;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
