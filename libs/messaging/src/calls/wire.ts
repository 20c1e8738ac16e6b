import type { AdminReadBegun } from '@ces/contracts/identity/audit';
import { Problem, type ProblemJson } from '@ces/contracts/problems';
import { headers, type Msg, type MsgHdrs } from 'nats';
import { newId } from '../storage/ids.js';
import type { CallContext } from './call-context.js';

/** Headers of calls and replies. The body is JSON. */
const names = {
  requestId: 'X-Request-Id',
  traceparent: 'traceparent',
  scope: 'Ces-Idempotency-Scope',
  key: 'Ces-Idempotency-Key',
  hash: 'Ces-Idempotency-Hash',
  refusals: 'Ces-Idempotency-Refusals',
  audit: 'Ces-Audit',
  read: 'Ces-Read',
  readNoted: 'Ces-Read-Noted',
  ifMatch: 'Ces-If-Match',
  problem: 'Ces-Problem',
  replayed: 'Ces-Replayed',
} as const;

/** `own` is the trace context of the call itself, if it has a span. */
export function contextHeaders(context: CallContext | undefined, own = context?.traceparent): MsgHdrs {
  const out = headers();
  if (!context) return out;
  out.set(names.requestId, context.requestId);
  if (own) out.set(names.traceparent, own);
  if (context.audit) out.set(names.audit, context.audit);
  if (context.read) out.set(names.read, encodeURIComponent(JSON.stringify(context.read)));
  if (context.ifMatch !== undefined) out.set(names.ifMatch, encodeURIComponent(context.ifMatch));
  if (context.idempotency) {
    out.set(names.scope, encodeURIComponent(context.idempotency.scope));
    out.set(names.key, encodeURIComponent(context.idempotency.key));
    out.set(names.hash, context.idempotency.hash);
    if (context.idempotency.refusals) out.set(names.refusals, context.idempotency.refusals);
  }
  return out;
}

/** Not a part of `contextOf`, because most calls have no audit entry. */
export function auditEntryOf(given: MsgHdrs | undefined): string | undefined {
  return given?.get(names.audit) || undefined;
}

/** Not a part of `contextOf`, because most calls serve no administrator's read. */
export function readOf(given: MsgHdrs | undefined): AdminReadBegun | undefined {
  const read = given?.get(names.read);
  return read ? (JSON.parse(decodeURIComponent(read)) as AdminReadBegun) : undefined;
}

export function contextOf(given: MsgHdrs | undefined): CallContext {
  const context: CallContext = { requestId: given?.get(names.requestId) || newId() };
  const traceparent = given?.get(names.traceparent);
  if (traceparent) context.traceparent = traceparent;
  if (given?.has(names.ifMatch)) context.ifMatch = decodeURIComponent(given.get(names.ifMatch));
  const key = given?.get(names.key);
  if (given && key) {
    const scope = decodeURIComponent(given.get(names.scope));
    context.idempotency = { scope, key: decodeURIComponent(key), hash: given.get(names.hash) };
    if (given.get(names.refusals) === 'forgotten') context.idempotency.refusals = 'forgotten';
  }
  return context;
}

export function replyHeaders(context: CallContext, failed: 'failed' | 'fine'): MsgHdrs {
  const out = headers();
  if (failed === 'failed') out.set(names.problem, '1');
  if (context.replayed) out.set(names.replayed, '1');
  if (context.readNoted) out.set(names.readNoted, '1');
  return out;
}

export function readReply(message: Msg, context: CallContext | undefined): unknown {
  if (context && message.headers?.has(names.replayed)) context.replayed = true;
  if (context && message.headers?.has(names.readNoted)) context.readNoted = true;
  const body: unknown = message.data.length === 0 ? undefined : message.json();
  if (message.headers?.has(names.problem)) throw Problem.from(body as ProblemJson);
  return body;
}
