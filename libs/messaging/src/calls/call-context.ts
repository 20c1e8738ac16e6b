import type { AdminReadBegun } from '@ces/contracts/identity/audit';
import { AsyncLocalStorage } from 'node:async_hooks';
import { newId } from '../storage/ids.js';

/**
 * An Idempotency-Key as it travels. The scope is the client (with the user of a user's token, or on rows 20 and 27 the
 * nonce), the method and the path. The hash is of the body.
 */
export interface IdempotencyKey {
  scope: string;
  key: string;
  hash: string;
  /** Refusals are recorded like answers unless this is set. */
  refusals?: 'forgotten';
}

/** Data of the current request. It goes into logs, calls and facts. */
export interface CallContext {
  requestId: string;
  traceparent?: string;
  idempotency?: IdempotencyKey;
  /** The user whose data the answer holds. Erasing the user deletes the recorded answer. */
  userId?: string;
  /** The audit entry that the gateway wrote before it made the call. */
  audit?: string;
  /** The answering service records this read of an administrator. */
  read?: AdminReadBegun;
  readNoted?: boolean;
  /** The header If-Match: a change is refused unless it names the present state. */
  ifMatch?: string;
  replayed?: boolean;
  /** Unknown fields of the body; the gateway names them in the answer. */
  ignored?: string[];
}

const storage = new AsyncLocalStorage<CallContext>();

export const currentCall = (): CallContext | undefined => storage.getStore();

export const inCall = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

/** Starts work that serves several requests, so without the context of the current one. */
export const outsideOfCalls = <T>(work: () => T): T => storage.exit(work);

/** Makes calls without the idempotency key of the current command. If the command is repeated, it makes the calls again. */
export const withoutKey = <T>(work: () => T): T => {
  const { requestId = newId(), traceparent } = currentCall() ?? {};
  return inCall({ requestId, ...(traceparent === undefined ? {} : { traceparent }) }, work);
};

export function concerns(userId: string): void {
  const context = currentCall();
  if (context) context.userId = userId;
}
