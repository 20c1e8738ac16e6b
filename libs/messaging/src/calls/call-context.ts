import { AsyncLocalStorage } from 'node:async_hooks';
import { newId } from '../storage/ids.js';

/**
 * An Idempotency-Key as it travels. The scope is the client, with the user of a user's token, or on rows 20 and 27 the
 * nonce; then method and path. The hash is of the body.
 */
export interface IdempotencyKey {
  scope: string;
  key: string;
  hash: string;
  /** Refusals are answers too, and are recorded, unless this says otherwise. */
  refusals?: 'forgotten';
}

/** What belongs to the request at hand, wherever it is being worked on: it is put into logs, calls and facts. */
export interface CallContext {
  requestId: string;
  traceparent?: string;
  idempotency?: IdempotencyKey;
  /** Whose data the answer holds: when the user is erased, so is the recorded answer. */
  userId?: string;
  /** The audit entry that was written before this call was carried out. */
  audit?: string;
  /** Set when an answer came from an earlier run of the same request. */
  replayed?: boolean;
  /** Fields of the body that nothing here knows; the edge names them in the answer. */
  ignored?: string[];
}

const storage = new AsyncLocalStorage<CallContext>();

export const currentCall = (): CallContext | undefined => storage.getStore();

export const inCall = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

/** For work that serves several requests at once, and so must carry the marks of none. */
export const outsideOfCalls = <T>(work: () => T): T => storage.exit(work);

/** For questions within a command: they are asked anew whenever the command is, so its idempotency key is not for them. */
export const withoutKey = <T>(work: () => T): T => {
  const { requestId = newId(), traceparent } = currentCall() ?? {};
  return inCall({ requestId, ...(traceparent === undefined ? {} : { traceparent }) }, work);
};

/** Says whose data the answer at hand holds. */
export function concerns(userId: string): void {
  const context = currentCall();
  if (context) context.userId = userId;
}
