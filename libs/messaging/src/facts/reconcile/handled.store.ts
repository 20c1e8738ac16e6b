import type { FactSum, Span } from '@ces/contracts/facts/reconciliation';
import { Injectable } from '@nestjs/common';
import { idsBefore } from '../../storage/ids.js';
import { Transactions } from '../../storage/transactions.js';
import { digestOf } from './recorded-source.js';

/** A dead letter counts as handled, too: it stays visible until an administrator replays or drops it. */
const handled = `
  SELECT consumer, message_id FROM inbox WHERE message_id >= $1 AND message_id < $2
  UNION ALL
  SELECT consumer, message_id FROM dead_letter d WHERE message_id >= $1 AND message_id < $2
     AND NOT EXISTS (SELECT FROM inbox i WHERE (i.message_id, i.consumer) = (d.message_id, d.consumer))`;

/** SQL because the facts are summed. */
@Injectable()
export class HandledStore {
  constructor(private readonly transactions: Transactions) {}

  sums({ from, until }: Span): Promise<(Omit<FactSum, 'subject'> & { consumer: string })[]> {
    return this.transactions.current.query(
      `SELECT consumer, count(*)::int AS count, ${digestOf('message_id')} FROM (${handled}) AS facts GROUP BY consumer`,
      [idsBefore(from), idsBefore(until)],
    );
  }

  async ids({ from, until }: Span, consumer: string, limit: number): Promise<string[]> {
    const rows = await this.transactions.current.query<{ message_id: string }[]>(
      `SELECT message_id FROM (${handled}) AS facts WHERE consumer = $3 LIMIT $4`,
      [idsBefore(from), idsBefore(until), consumer, limit],
    );
    return rows.map(({ message_id }) => message_id);
  }
}
