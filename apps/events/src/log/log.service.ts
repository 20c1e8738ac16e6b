import type { DataOf } from '@ces/contracts/erasure';
import type { LoggedEvent, Paged, UserEventsQuery } from '@ces/contracts/events';
import { Problem } from '@ces/contracts/problems';
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
    if (cursor !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) {
      throw new Problem('parameter-invalid', 'cursor: take it from the Link header of the page before.', {
        errors: [{ pointer: 'cursor', code: 'cursor', detail: 'is not a cursor of this list' }],
      });
    }
    const rows = await this.database.query<Row[]>(
      `SELECT id, event_name, version, data, time, received_at FROM event_log
        WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2::uuid) ORDER BY id DESC LIMIT $3`,
      [user_id, cursor ?? null, limit + 1],
    );
    const items = rows.slice(0, limit);
    return { items: items.map(toLoggedEvent), next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  async export({ user_id, cursor }: DataOf): Promise<{ events: LoggedEvent[]; next: string | null }> {
    const page = cursor === undefined ? {} : { cursor };
    const { items, next } = await this.ofUser({ user_id, limit: exportedAtOnce, ...page });
    return { events: items, next };
  }
}

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
