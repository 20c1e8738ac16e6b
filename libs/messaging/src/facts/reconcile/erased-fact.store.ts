import type { FactSum, Span } from '@ces/contracts/facts/reconciliation';
import { Injectable } from '@nestjs/common';
import { idsBefore } from '../../storage/ids.js';
import { Transactions } from '../../storage/transactions.js';
import type { ErasedFactEntity } from './erased-fact.entity.js';
import { digestOf } from './recorded-source.js';

/** SQL because the ids are summed, and deleted in batches. */
@Injectable()
export class ErasedFactStore {
  constructor(private readonly transactions: Transactions) {}

  async knowsAllSince(moment: number): Promise<boolean> {
    const marks = await this.transactions.current.query<unknown[]>(
      `SELECT FROM erased_fact WHERE subject = '' AND message_id > $1 LIMIT 1`,
      [idsBefore(moment)],
    );
    return marks.length === 0;
  }

  sums({ from, until }: Span): Promise<FactSum[]> {
    return this.transactions.current.query(
      `SELECT subject, count(*)::int AS count, ${digestOf('message_id')} FROM erased_fact
        WHERE message_id >= $1 AND message_id < $2 AND subject <> '' GROUP BY subject`,
      [idsBefore(from), idsBefore(until)],
    );
  }

  async ids({ from, until }: Span, subject: string, limit: number): Promise<string[]> {
    const rows = await this.transactions.current.query<Pick<ErasedFactEntity, 'message_id'>[]>(
      'SELECT message_id FROM erased_fact WHERE message_id >= $1 AND message_id < $2 AND subject = $3 LIMIT $4',
      [idsBefore(from), idsBefore(until), subject, limit],
    );
    return rows.map(({ message_id }) => message_id);
  }

  async purge(before: number, stop: AbortSignal): Promise<void> {
    let deleted: number;
    do {
      // The driver answers rows and count to a DELETE.
      [, deleted] = await this.transactions.current.query<[unknown[], number]>(
        `DELETE FROM erased_fact WHERE message_id IN
           (SELECT message_id FROM erased_fact WHERE message_id < $1 ORDER BY message_id LIMIT 5000)`,
        [idsBefore(before)],
      );
    } while (deleted > 0 && !stop.aborted);
  }
}
