import type { PublicFact } from '../fact-source.js';

/** A fact as it travels. Facts of one subject share messages: at a high rate that saves most of the cost of NATS. */
export interface TravellingFact {
  id: string;
  request_id?: string;
  traceparent?: string;
  payload: string;
}

export interface FactMessage {
  subject: string;
  body: string;
  ids: string[];
}

const maxBytes = 256 * 1_024;
/** A reader handles a message as one set, and asks other services about all its users at once. */
const mostFacts = 500;

/**
 * Makes one message for each subject, from the first of these facts up to one that makes a message too large. A subject
 * never gets a second message: if NATS refused the first, because of another relay, and took the second, later facts
 * would stand before earlier ones.
 */
export function toMessages(facts: PublicFact[]): FactMessage[] {
  const sizes = new Map<string, { bytes: number; count: number }>();
  const large = facts.findIndex(({ subject, payload, count = 1 }) => {
    const before = sizes.get(subject);
    const size = { bytes: (before?.bytes ?? 0) + payload.length, count: (before?.count ?? 0) + count };
    sizes.set(subject, size);
    return before !== undefined && (size.bytes > maxBytes || size.count > mostFacts);
  });
  const batch = Map.groupBy(large < 0 ? facts : facts.slice(0, large), ({ subject }) => subject);
  return [...batch].map(([subject, group]) => toMessage(subject, group));
}

/** True for a set of facts, which has the form of a message. The payload of one fact is an object. */
function holdsSeveral(payload: string): boolean {
  return payload.startsWith('[');
}

export function readMessage(text: string): TravellingFact[] {
  return JSON.parse(text) as TravellingFact[];
}

function toMessage(subject: string, facts: PublicFact[]): FactMessage {
  return { subject, body: `[${facts.map(toText).join()}]`, ids: facts.map(({ messageId }) => messageId) };
}

/** Without the brackets around a row of several facts. */
export function toText({ messageId, requestId, traceparent, payload }: Omit<PublicFact, 'position'>): string {
  if (holdsSeveral(payload)) return payload.slice(1, -1);
  const fact: TravellingFact = {
    id: messageId,
    ...(requestId === null ? {} : { request_id: requestId }),
    ...(traceparent === null ? {} : { traceparent }),
    payload,
  };
  return JSON.stringify(fact);
}
