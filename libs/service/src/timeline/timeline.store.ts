import type { TimelineOf, TimelinePart, TimelineType } from '@ces/contracts/timeline';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/**
 * Each selects `id` (a UUID that begins with the moment), `title` and `data` (JSON) of the user `$1`. A selection of what
 * may be many rows reads the newest `$3` whose ids are less than `$2`, in the order of an index.
 */
export type Selections = Partial<Record<TimelineType, string>>;

const greatest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Merges what the tables of a service say about a user. SQL because each selection reads an index of its own. */
@Injectable()
export abstract class TimelineStore {
  protected abstract readonly selections: Selections;

  constructor(private readonly transactions: Transactions) {}

  async find({ user_id, before = greatest, at_most, types }: TimelineOf): Promise<TimelinePart[]> {
    const each = types.flatMap((type) => {
      const selection = this.selections[type];
      return selection === undefined ? [] : [`SELECT id, '${type}' AS type, title, data FROM (${selection}) "${type}"`];
    });
    if (each.length === 0) return [];
    return this.transactions.current.query(
      `SELECT id::text, type, title, data FROM (${each.join(' UNION ALL ')}) entries
        WHERE id < $2::uuid ORDER BY id DESC LIMIT $3::int`,
      [user_id, before, at_most],
    );
  }
}

/**
 * SQL that makes an id of a moment, to the microsecond, and of another key. One transaction writes many rows at one moment, so
 * no other entry of the user may have the key, of whichever type it is.
 */
export function idAt(moment: string, key: string): string {
  const micros = `(extract(epoch FROM ${moment}) * 1000000)::bigint`;
  const hex = `lpad(to_hex(${micros} / 1000), 12, '0') || '7' || lpad(to_hex(${micros} % 1000), 3, '0')`;
  return `(${hex} || '8' || left(md5(${key}), 15))::uuid`;
}

/** SQL for the end of the millisecond with which the id `$2` begins. */
export const endOfBefore = `to_timestamp((('x' || left(replace($2::uuid::text, '-', ''), 12))::bit(48)::bigint + 1) / 1000.0)`;

/** SQL that writes a moment as the API does. */
export function written(moment: string): string {
  return `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
