import type { WaitingFact } from '../fact-source.js';

/** A fact as it travels. Facts of one subject share messages: at a high rate that saves most of the cost of NATS. */
export interface TravellingFact {
  id: string;
  request_id?: string;
  traceparent?: string;
  /** JSON text of the payload. */
  payload: string;
}

export interface FactMessage {
  subject: string;
  body: string;
  /** The ids of its facts. */
  ids: string[];
}

const maxBytes = 256 * 1_024;

/** Groups facts by subject. The order is kept within a subject only. */
export function toMessages(facts: WaitingFact[]): FactMessage[] {
  const messages: FactMessage[] = [];
  for (const [subject, group] of Map.groupBy(facts, (fact) => fact.subject)) {
    let open: TravellingFact[] = [];
    let bytes = 0;
    for (const fact of group) {
      if (open.length > 0 && bytes + fact.payload.length > maxBytes) {
        messages.push(toMessage(subject, open));
        open = [];
        bytes = 0;
      }
      open.push(toTravelling(fact));
      bytes += fact.payload.length;
    }
    messages.push(toMessage(subject, open));
  }
  return messages;
}

export function readMessage(text: string): TravellingFact[] {
  return JSON.parse(text) as TravellingFact[];
}

function toMessage(subject: string, facts: TravellingFact[]): FactMessage {
  return { subject, body: JSON.stringify(facts), ids: facts.map(({ id }) => id) };
}

function toTravelling({ messageId, requestId, traceparent, payload }: WaitingFact): TravellingFact {
  return {
    id: messageId,
    ...(requestId === null ? {} : { request_id: requestId }),
    ...(traceparent === null ? {} : { traceparent }),
    payload,
  };
}
