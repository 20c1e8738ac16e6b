import type { Outcome, OutcomesOf } from '@ces/contracts/campaign-outcomes';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../uuid.js';

interface Row {
  outcomes: Outcome[] | null;
  judged: boolean;
}

@Injectable()
export class OutcomesService {
  constructor(private readonly database: DataSource) {}

  /** An event that no campaign ran for has left no row; that it was judged is known to the inbox for two days, and sure later. */
  async of({ user_id, event_ids }: OutcomesOf): Promise<(Outcome[] | null)[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT (SELECT outcomes FROM event_outcome WHERE user_id = $1 AND event_id = x.id LIMIT 1) AS outcomes,
              x.moment < now() - interval '1 day' OR EXISTS (SELECT FROM inbox WHERE message_id = x.id) AS judged
         FROM unnest($2::uuid[], $3::timestamptz[]) WITH ORDINALITY AS x(id, moment, place) ORDER BY x.place`,
      [user_id, event_ids.map((id) => (isUuid(id) ? id : nobody)), event_ids.map(momentOf)],
    );
    return fitting(rows.map(({ outcomes, judged }) => outcomes ?? (judged ? [] : null)));
  }
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Ids of events begin with their time. */
function momentOf(id: string): Date {
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return new Date(Number.isNaN(ms) || ms > 8.64e15 ? 0 : ms);
}

/** A reply must stay under 1 MiB; the outcomes of one event do. */
const replyBytes = 500_000;

function fitting<T>(items: T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > replyBytes;
  });
  return end < 0 ? items : items.slice(0, end);
}
