import type { DataOf } from '@ces/contracts/identity/erasure';
import type { LoggedEvent, UserEventsQuery } from '@ces/contracts/events/events';
import type { Paged } from '@ces/contracts/paging';
import { notACursor } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Row {
  id: string;
  event_name: string;
  version: number;
  data: string;
  time: Date | null;
  received_at: Date;
}

/** Ten events of the largest size: far below what NATS takes as one message. */
const exportedAtOnce = 10;

@Injectable()
export class LogService {
  constructor(private readonly database: DataSource) {}

  /** Newest first. Ids sort by time, so the last id of a page is the cursor of the next. */
  async ofUser({ user_id, limit = 500, cursor }: UserEventsQuery): Promise<Paged<LoggedEvent>> {
    if (cursor !== undefined && !isUuid(cursor)) throw notACursor();
    // A page ends where a reply over NATS would get too large, also before its limit.
    const rows = await this.database.query<(Row & { more: boolean })[]>(
      `SELECT * FROM (SELECT id, event_name, version, data, time, received_at, lead(id) OVER w IS NOT NULL AS more,
                             sum(octet_length(data) + 200) OVER (w ROWS UNBOUNDED PRECEDING) AS bytes
                        FROM (SELECT * FROM event_log WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2::uuid)
                               ORDER BY id DESC LIMIT $3 + 1) newest
                      WINDOW w AS (ORDER BY id DESC)) page
        WHERE bytes - octet_length(data) < ${pageBytes} ORDER BY id DESC LIMIT $3`,
      [user_id, cursor ?? null, limit],
    );
    const last = rows.at(-1);
    return { items: rows.map(toLoggedEvent), next: last?.more ? last.id : null };
  }

  async export({ user_id, cursor }: DataOf): Promise<{ events: LoggedEvent[]; next: string | null }> {
    const page = cursor === undefined ? {} : { cursor };
    const { items, next } = await this.ofUser({ user_id, limit: exportedAtOnce, ...page });
    return { events: items, next };
  }
}

const pageBytes = 400_000;

function toLoggedEvent({ id, event_name, version, data, time, received_at }: Row): LoggedEvent {
  return {
    id,
    event_name,
    version,
    received_at: received_at.toISOString(),
    time: time?.toISOString() ?? null,
    data: JSON.parse(data) as object,
  };
}
