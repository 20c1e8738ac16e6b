/** What becomes of a message whose handler threw. Pure, so that the rules can be read and tested in one place. */
export type Settlement = { kind: 'retry'; delayMs: number } | { kind: 'dead-letter' };

const pausesMs = [100, 500, 2_000, 5_000, 10_000];

export function settle(error: unknown, attempt: number): Settlement {
  const last = pausesMs.at(-1) ?? 0;
  // The message is not to blame for a database that is away: it waits.
  if (isOutage(error)) return { kind: 'retry', delayMs: pausesMs[Math.min(attempt, pausesMs.length) - 1] ?? last };
  const delayMs = pausesMs[attempt - 1];
  return delayMs === undefined ? { kind: 'dead-letter' } : { kind: 'retry', delayMs };
}

/** Those who failed because they met must not meet again. */
export function spread(delayMs: number): number {
  return Math.ceil(delayMs * (0.5 + Math.random() / 2));
}

/**
 * Postgres' classes 08 (connection), 53 (resources), 57P (shutdown) and 58 (system), 25P03 (it waited too long for our next
 * word), retryable 40, and sockets that failed.
 */
const outageStates = /^(08|25P03|53|57P|58|40001|40P01)/;
const outageCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** The last one: a partition was attached while the row was on its way into the default one. The next try finds it. */
const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Driver not Connected|already released|violates partition constraint/;

/** Whether a part that we need is away, as opposed to a fault of ours or of the message. */
export function isOutage(error: unknown): boolean {
  // Not instanceof: errors of Node's core come from another realm where code runs in one of its own, as under jest.
  if (!Error.isError(error)) return false;
  if ('code' in error) {
    if (error.code === 'service-unavailable') return true;
    if (typeof error.code === 'string' && (outageStates.test(error.code) || outageCodes.test(error.code))) return true;
  }
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true;
  return outageMessages.test(error.message);
}
