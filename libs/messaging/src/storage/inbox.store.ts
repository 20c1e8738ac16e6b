import { Injectable } from '@nestjs/common';
import { plainArray } from './arrays.js';
import { idsBefore } from './ids.js';
import type { InboxEntity } from './inbox.entity.js';
import { Transactions } from './transactions.js';

/** SQL because a set of messages is marked in one statement. */
@Injectable()
export class InboxStore {
  constructor(private readonly transactions: Transactions) {}

  /** Runs in the transaction of the effect. Returns the messages that were not marked before. */
  async markHandled(consumer: string, messageIds: string[]): Promise<Set<string>> {
    return idsOf(
      await this.transactions.open.query<Row[]>(
        `INSERT INTO inbox (consumer, message_id) SELECT $1, * FROM unnest($2::uuid[])
         ON CONFLICT DO NOTHING RETURNING message_id`,
        [consumer, messageIds],
      ),
    );
  }

  /**
   * Marks messages at the end of the open transaction, which fails if one of them was marked before. Without the LIMIT
   * PostgreSQL expects ten rows of any list, and plans the whole statement anew for each short one.
   */
  async markLate(consumer: string, messageIds: string[]): Promise<void> {
    await this.transactions.late(
      'INSERT INTO inbox (consumer, message_id) SELECT $1, * FROM unnest($2::uuid[]) LIMIT $3::integer',
      [consumer, plainArray(messageIds), messageIds.length],
    );
  }

  async handledBy(consumer: string, messageIds: string[]): Promise<Set<string>> {
    return idsOf(
      await this.transactions.current.query<Row[]>(
        'SELECT message_id FROM inbox WHERE consumer = $1 AND message_id = ANY($2::uuid[])',
        [consumer, messageIds],
      ),
    );
  }

  async handledByAny(messageIds: string[]): Promise<Set<string>> {
    return idsOf(
      await this.transactions.current.query<Row[]>('SELECT message_id FROM inbox WHERE message_id = ANY($1::uuid[])', [
        messageIds,
      ]),
    );
  }

  async purge(before: number, stop: AbortSignal): Promise<void> {
    let deleted: number;
    do {
      // The driver answers rows and count to a DELETE.
      [, deleted] = await this.transactions.current.query<[unknown[], number]>(
        `DELETE FROM inbox WHERE (message_id, consumer) IN
           (SELECT message_id, consumer FROM inbox WHERE message_id < $1 ORDER BY message_id LIMIT 5000)`,
        [idsBefore(before)],
      );
    } while (deleted > 0 && !stop.aborted);
  }
}

type Row = Pick<InboxEntity, 'message_id'>;

function idsOf(rows: Row[]): Set<string> {
  return new Set(rows.map((row) => row.message_id));
}
