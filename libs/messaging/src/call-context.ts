import { AsyncLocalStorage } from 'node:async_hooks';

/** An Idempotency-Key as it travels: the scope is client, method and path; the hash is of the body. */
export interface IdempotencyKey {
  scope: string;
  key: string;
  hash: string;
}

/** What belongs to the request at hand, wherever it is being worked on: it is put into logs, calls and facts. */
export interface CallContext {
  requestId: string;
  traceparent?: string;
  idempotency?: IdempotencyKey;
  /** Set when an answer came from an earlier run of the same request. */
  replayed?: boolean;
}

const storage = new AsyncLocalStorage<CallContext>();

export const currentCall = (): CallContext | undefined => storage.getStore();

export const inCall = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

/** For work that serves several requests at once, and so must carry the marks of none. */
export const outsideOfCalls = <T>(work: () => T): T => storage.exit(work);

/** For calls that are only a part of the request at hand: its idempotency key stands for the whole, and must not answer for them. */
export function withoutKey<T>(work: () => T): T {
  const context = currentCall();
  if (!context?.idempotency) return work();
  const part: CallContext = { ...context };
  delete part.idempotency;
  return inCall(part, work);
}
