import type { LoggedEvent, UserEventsQuery } from '@ces/contracts/events/events';
import type { DataOf } from '@ces/contracts/identity/erasure';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { notACursor } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { EventLogStore, type LogRow } from './event-log.store.js';

/** Ten events of the largest size are far below what NATS takes as one message. */
const exportedAtOnce = 10;

@Injectable()
export class LogService {
  constructor(private readonly log: EventLogStore) {}

  /** The newest first. Ids sort by time, so the last id of a page is the cursor of the next. */
  async ofUser({ user_id, limit = largestPage, cursor }: UserEventsQuery): Promise<Paged<LoggedEvent>> {
    if (cursor !== undefined && !isUuid(cursor)) throw notACursor();
    const rows = await this.log.findOfUser(user_id, cursor ?? null, limit);
    const last = rows.at(-1);
    return { items: rows.map(toLoggedEvent), next: last?.more ? last.id : null };
  }

  async export({ user_id, cursor }: DataOf): Promise<{ events: LoggedEvent[]; next: string | null }> {
    const page = cursor === undefined ? {} : { cursor };
    const { items, next } = await this.ofUser({ user_id, limit: exportedAtOnce, ...page });
    return { events: items, next };
  }

  /** Resolves when everything is committed or rolled back that is being appended to the log now. */
  untilAppended(): Promise<void> {
    return this.log.waitForAppends();
  }

  /** True while an event of the user is not published. */
  hasUnpublished(userId: string): Promise<boolean> {
    return this.log.hasUnpublished(userId);
  }

  /** Deletes the events of a user, and their keys. */
  erase(userId: string): Promise<void> {
    return this.log.deleteOfUser(userId);
  }
}

function toLoggedEvent({ id, event_name, version, data, time, received_at }: LogRow): LoggedEvent {
  return {
    id,
    event_name,
    version,
    received_at: received_at.toISOString(),
    time: time?.toISOString() ?? null,
    data: JSON.parse(data) as object,
  };
}
