import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface PastRow {
  seq: string;
  id: string;
  user_id: string;
  received_at: string;
  data: string;
}

export interface PastRead {
  rows: PastRow[];
  /** How many events of the name were read; `rows` may have fewer. */
  wanted: number;
  /** How many events of any name were read. */
  scanned: number;
  /** The last event of any name that was read has this number; null when there was none. */
  last_seq: string | null;
  last_at: Date | null;
}

interface Wanted {
  eventName: string;
  since: Date;
  until: Date;
  after: string;
  limit: number;
}

/** Events of all names that a page reads at the most. */
export const scannedAtOnce = 5_000;
/** A page ends where a reply over NATS would get too large. */
const pageBytes = 400_000;

/** Past events of a name. SQL because the log is partitioned, and a page is cut by the rows that it reads and by bytes. */
@Injectable()
export class PastEventsStore {
  constructor(private readonly transactions: Transactions) {}

  /** The sequence number before the first event of these hours; null when they have none. */
  async findBefore(since: Date, hours: number): Promise<string | null> {
    const [first] = await this.transactions.current.query<{ before: string | null }[]>(
      `SELECT min(seq) - 1 AS before FROM event_log
        WHERE received_at >= $1 AND received_at < $1::timestamptz + make_interval(hours => $2)`,
      [since, hours],
    );
    return first?.before ?? null;
  }

  async find({ eventName, since, until, after, limit }: Wanted): Promise<PastRead> {
    const [read] = await this.transactions.current.query<PastRead[]>(
      `WITH scanned AS (
         SELECT seq, id, user_id, event_name, received_at, data FROM event_log
          WHERE seq > $1 AND received_at >= $2 AND received_at < $3 ORDER BY seq LIMIT ${scannedAtOnce}),
       wanted AS (
         SELECT *, sum(octet_length(data) + 200) OVER (ORDER BY seq) - octet_length(data) AS bytes
           FROM scanned WHERE event_name = $4)
       SELECT (SELECT count(*)::int FROM scanned) AS scanned, (SELECT count(*)::int FROM wanted) AS wanted,
              (SELECT max(seq)::text FROM scanned) AS last_seq, (SELECT max(received_at) FROM scanned) AS last_at,
              (SELECT coalesce(json_agg(json_build_object('seq', seq::text, 'id', id, 'user_id', user_id,
                                        'received_at', received_at, 'data', data) ORDER BY seq), '[]')
                 FROM (SELECT * FROM wanted WHERE bytes <= ${pageBytes} ORDER BY seq LIMIT $5) page) AS rows`,
      [after, since, until, eventName, limit],
    );
    if (!read) throw new Error('a statement without a table gave no row');
    return read;
  }
}
