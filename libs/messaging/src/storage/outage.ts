import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from 'nats';

/**
 * SQLSTATE of PostgreSQL: classes 08 (connection), 28 (refused user or password), 53 (resources), 57P (shutdown) and 58
 * (system), 25006 (the server takes no writes), 25P03 (the session waited too long for our next statement), 3D000 (no
 * such database), 55P03 (a lock that is not free in time), and the retryable ones of class 40.
 */
const states = /^(08|25006|25P03|28|3D000|53|55P03|57P|58|40001|40P01)/;
const socketCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** The last one appears when a partition is attached while a row is inserted into the default partition. A retry succeeds. */
const messages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Driver not Connected|already released|violates partition constraint/;

/** An outage means that a needed part is away, as opposed to a fault of ours or of the message. */
export function isOutage(error: unknown): boolean {
  // `instanceof` fails for errors of Node's core where code runs in a realm of its own, as under jest.
  if (!Error.isError(error)) return false;
  if ('code' in error) {
    if (error.code === 'service-unavailable') return true;
    if (typeof error.code === 'string' && (states.test(error.code) || socketCodes.test(error.code))) return true;
  }
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true;
  return isOutageOfNats(error) || messages.test(error.message);
}

/** Also true if NATS has no leader for a stream or consumer. It may then answer 503, late or not at all. */
function isOutageOfNats(error: Error): boolean {
  if (error instanceof JetStreamApiError) return error.status === 503;
  if (error instanceof errors.RequestError) return error.cause === undefined || isOutage(error.cause);
  return (
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoRespondersError ||
    error instanceof errors.ClosedConnectionError ||
    error.name === 'JetStreamNotEnabled'
  );
}
