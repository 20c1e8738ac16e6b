import { Problem } from '@ces/contracts/problems';
import { isOutage } from '@ces/messaging/storage/outage';
import { stillElected, type Transactions } from '@ces/messaging/storage/transactions';

/** Failed tries of a job without any progress before it is set aside. Those of an outage last a day. */
const mostTries = 300;
const mostFaults = 5;
const longestPauseSeconds = 300;

/** Failed tries in a row. */
export interface Tries {
  attempts: number;
  /** Those that failed although nothing was away. */
  faults: number;
}

export interface Failure extends Tries {
  /** The moment of the next try; others go on meanwhile. Null if the job is set aside. */
  try_at: Date | null;
  /** The reason, in words for those who asked for the job. */
  obstacle: string;
}

/** Puts off a job whose try has failed, after these failed tries before it, or sets it aside. */
export function afterFailure(error: unknown, before: Tries): Failure {
  const attempts = before.attempts + 1;
  const faults = before.faults + (isOutage(error) ? 0 : 1);
  const isLast = attempts >= mostTries || faults >= mostFaults;
  const pauseSeconds = Math.min(longestPauseSeconds, 2 ** before.attempts);
  return {
    ...{ attempts, faults },
    try_at: isLast ? null : new Date(Date.now() + pauseSeconds * 1_000),
    obstacle: obstacleOf(error),
  };
}

/**
 * Notes how a try has failed, and answers true. Without the lease of the chores nothing is noted: the try may have failed
 * because another replica has taken it, and the job goes on there.
 */
export function whileElected(transactions: Transactions, note: () => Promise<unknown>): Promise<boolean> {
  return transactions.run(async () => {
    if (!(await stillElected())) return false;
    await note();
    return true;
  });
}

/** Says nothing of the inside: the log has the error. */
function obstacleOf(error: unknown): string {
  if (error instanceof Problem) return error.detail;
  return isOutage(error) ? 'A part that is needed does not answer.' : 'It failed on our side; the log says why.';
}
