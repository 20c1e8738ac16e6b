import type { PastEvent, PastEvents, PastEventsPage } from '@ces/contracts/events/past-events';
import { Injectable } from '@nestjs/common';
import { PastEventsStore, scannedAtOnce, type PastRow } from './past-events.store.js';

/** Spans in which the first event is searched, so that a busy log is not read as a whole to find it. */
const searchHours = [1, 24, 31 * 24, 100 * 366 * 24];

/** Answers with what the log holds, and changes nothing. */
@Injectable()
export class PastEventsService {
  constructor(private readonly store: PastEventsStore) {}

  async page({ event_name: eventName, limit, ...given }: PastEventsPage): Promise<PastEvents> {
    const [since, until] = [new Date(given.since), new Date(given.until)];
    const end = { next: null, at: until.toISOString() };
    const after = given.after ?? (await this.before(since));
    if (after === null) return { events: [], ...end };
    const { rows, ...read } = await this.store.find({ eventName, since, until, after, limit });
    const events = rows.map(toEvent);
    const [last, lastEvent] = [rows.at(-1), events.at(-1)];
    // The page was cut by its limit or its bytes.
    if (last && lastEvent && rows.length < read.wanted) return { events, next: last.seq, at: lastEvent.received_at };
    if (read.scanned < scannedAtOnce || !read.last_at) return { events, ...end };
    return { events, next: read.last_seq, at: read.last_at.toISOString() };
  }

  private async before(since: Date): Promise<string | null> {
    for (const hours of searchHours) {
      const before = await this.store.findBefore(since, hours);
      if (before !== null) return before;
    }
    return null;
  }
}

function toEvent({ id, user_id, received_at, data }: PastRow): PastEvent {
  return { id, user_id, received_at: new Date(received_at).toISOString(), data };
}
