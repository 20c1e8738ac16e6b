import type { Handed } from '@ces/messaging/facts/publish/handed-facts';
import { toHanded, type LoggedEvent } from '../log/log-fact.js';
import type { Candidate, Inserted, Logged } from './intake.store.js';

/** The new events of an insert, as the relay would read them from the log. */
export function handedEvents(
  { logged }: Inserted,
  candidates: Candidate[],
  { receivedAt, since }: { receivedAt: string; since: number },
): Handed[] {
  const written = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const events = logged.flatMap((place) => {
    const candidate = written.get(place.id);
    return candidate ? [{ ...toLogged(candidate, new Date(receivedAt)), ...place }] : [];
  });
  return toHanded(events, since);
}

function toLogged({ version, submission }: Candidate, received_at: Date): Omit<LoggedEvent, keyof Logged> {
  const { user_id, event_name, client_id, data, time, request_id = null, traceparent = null } = submission;
  const event = { user_id, event_name, version, client_id, data, received_at, request_id, traceparent };
  return { ...event, time: time === undefined ? null : new Date(time) };
}
