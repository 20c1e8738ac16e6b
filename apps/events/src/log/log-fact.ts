import { eventAccepted, type EventAccepted } from '@ces/contracts/events/events';
import type { WaitingFact } from '@ces/messaging/facts/fact-source';
import { subjectOf } from '@ces/messaging/facts/outbox';
import type { Handed } from '@ces/messaging/facts/publish/handed-facts';

/** An event as the log has it. */
export interface LoggedEvent {
  seq: string;
  id: string;
  user_id: string;
  event_name: string;
  version: number;
  client_id: string;
  data: string;
  time: Date | null;
  received_at: Date;
  request_id: string | null;
  traceparent: string | null;
  /** Whether a campaign used the definition when the event was written. */
  used: boolean;
}

/** `base` is a position up to which the log is marked. */
export function toFact(event: LoggedEvent, base: string): WaitingFact {
  const { id, user_id, event_name, version, client_id, data } = event;
  const fact: EventAccepted = {
    id,
    client_id,
    user_id,
    event_name,
    version,
    received_at: event.received_at.toISOString(),
    time: event.time?.toISOString() ?? null,
    data,
  };
  return {
    position: event.seq,
    base,
    messageId: id,
    subject: event.used ? subjectOf(eventAccepted, user_id) : undefined,
    payload: event.used ? JSON.stringify(fact) : '',
    requestId: event.request_id,
    traceparent: event.traceparent,
  };
}

/** Events that follow each other without a gap are handed over together. A missing one may be of another insert. */
export function toHanded(events: readonly LoggedEvent[], since: number): Handed[] {
  const runs: Handed[] = [];
  let next = '';
  for (const event of events) {
    const before = String(BigInt(event.seq) - 1n);
    const run = event.seq === next ? runs.at(-1) : undefined;
    if (run) run.facts.push(toFact(event, before));
    else runs.push({ facts: [toFact(event, before)], behind: [before], since });
    next = String(BigInt(event.seq) + 1n);
  }
  return runs;
}
