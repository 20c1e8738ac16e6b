import type { CallContext } from '../calls/call-context.js';
import type { Fact } from '../facts/consume/gatherer.js';
import type { NewOutboxFact } from '../facts/publish/new-rows.js';
import type { Attributes, SetSpans, SpanKind } from './span.js';

export const ofCalls: Attributes = { 'rpc.system': 'nats' };
export const ofFacts: Attributes = { 'messaging.system': 'nats' };

interface OfCall {
  /** With the partition, which is no part of a span's name. */
  subject: string;
  call: CallContext | undefined;
}

/** Facts as they are written. What their readers do continues these spans. */
export const writtenFacts = factSpans<NewOutboxFact>('producer', 'send', ofFacts);

/** Facts as a consumer handles them, in one set. */
export function handledFacts(consumer: string): SetSpans<Fact> {
  return factSpans('consumer', 'process', { ...ofFacts, 'messaging.consumer.group.name': consumer });
}

/** Requests that share one call. */
export function requestsOfCall<Item extends { traceparent?: string }>(kind: SpanKind, subject: string): SetSpans<Item> {
  return {
    kind,
    attributes: ofCalls,
    nameOf: () => subject,
    traceOf: ({ traceparent }) => traceparent,
    withTrace: (item, traceparent) => ({ ...item, traceparent }),
  };
}

function factSpans<Item extends OfCall>(kind: SpanKind, verb: string, attributes: Attributes): SetSpans<Item> {
  return {
    kind,
    attributes,
    nameOf: ({ subject }) => `${verb} ${subject.replace(/\.\d+$/, '')}`,
    traceOf: ({ call }) => call?.traceparent,
    withTrace: (fact, traceparent) => (fact.call ? { ...fact, call: { ...fact.call, traceparent } } : fact),
  };
}
