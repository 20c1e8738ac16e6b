import type { RequestOutcome } from '../../requests/shipment.js';

/** The history of a batch before the attempt that is classified. */
export interface Trials {
  /** Failures in a row so far. */
  attempt: number;
  /** Refusals with 400 or 422; halves inherit those of the whole batch that was refused for good. */
  refusals: number;
  /** Events set aside since a batch was accepted. */
  asideInRow: number;
  count: number;
}

export type DeliveryResult =
  | { kind: 'delivered' }
  | { kind: 'retry'; pauseMs: number; refused: boolean }
  /** If the batch was refused, its halves are suspect; otherwise it was only too large. The receiver may ask for a pause. */
  | { kind: 'halve'; refused: boolean; pauseMs: number }
  | { kind: 'set-aside'; status: number; pauseMs: number }
  | { kind: 'disable'; reason: 'gone' | 'failing' };

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** The pauses after the first failure, the second and so on. The failure after the last pause disables the webhook. */
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
/** The longest pause that Retry-After can ask for, so that a receiver's mistake does not end its deliveries. */
const longestRetryAfterMs = 24 * hour;
/** The limit of events set aside in a row. Beyond it the receiver is at fault, not its events. */
const mostAsideInRow = 20;

/** The rules of delivery, as a pure function. `random`, from 0 to 1, spreads the retries of receivers that failed together. */
export function classifyResult(outcome: RequestOutcome, trials: Trials, random: number): DeliveryResult {
  if (outcome.kind === 'unanswered') return retryLater(trials, random);
  const { status, retryAfterMs = 0 } = outcome;
  if (status >= 200 && status <= 299) return { kind: 'delivered' };
  if (status === 410) return { kind: 'disable', reason: 'gone' };
  const refused = status === 400 || status === 422;
  const refusedForGood = status === 413 || (refused && trials.refusals >= 1);
  const floor = Math.min(retryAfterMs, longestRetryAfterMs);
  if (refusedForGood && trials.count > 1) return { kind: 'halve', refused, pauseMs: floor };
  if (refusedForGood && trials.asideInRow < mostAsideInRow) return { kind: 'set-aside', status, pauseMs: floor };
  return retryLater(trials, random, floor, refused);
}

function retryLater({ attempt }: Trials, random: number, floor = 0, refused = false): DeliveryResult {
  const pause = ladderMs[attempt];
  if (pause === undefined) return { kind: 'disable', reason: 'failing' };
  return { kind: 'retry', pauseMs: Math.max(pause * (1 + 0.2 * random), floor), refused };
}
