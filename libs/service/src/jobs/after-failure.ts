import { Problem } from '@ces/contracts/problems';
import { isOutage } from '@ces/messaging/storage/outage';

/** Tries of a job without any progress before it is set aside. Those of an outage last a day. */
const mostTries = { outage: 300, fault: 5 };
const longestPauseSeconds = 300;

export interface Failure {
  attempts: number;
  /** The moment of the next try; others go on meanwhile. Null if the job is set aside. */
  try_at: Date | null;
  /** The reason, in words for those who asked for the job. */
  obstacle: string;
}

/** Puts off a job whose try has failed, after this number of failed tries in a row before it, or sets it aside. */
export function afterFailure(error: unknown, failed: number): Failure {
  const attempts = failed + 1;
  const isLast = attempts >= (isOutage(error) ? mostTries.outage : mostTries.fault);
  const pauseSeconds = Math.min(longestPauseSeconds, 2 ** failed);
  return {
    attempts,
    try_at: isLast ? null : new Date(Date.now() + pauseSeconds * 1_000),
    obstacle: obstacleOf(error),
  };
}

/** Says nothing of the inside: the log has the error. */
function obstacleOf(error: unknown): string {
  if (error instanceof Problem) return error.detail;
  return isOutage(error) ? 'A part that is needed does not answer.' : 'It failed on our side; the log says why.';
}
