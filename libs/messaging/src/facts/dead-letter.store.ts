import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Transactions } from '../storage/transactions.js';
import { DeadLetterEntity } from './dead-letter.entity.js';

/** Deletes dead letters, and marks their facts as handled: otherwise the reconciliation takes them for lost. */
export const droppingLetters = (condition: string): string => `
  WITH dropped AS (DELETE FROM dead_letter WHERE ${condition} RETURNING consumer, message_id)
  INSERT INTO inbox (consumer, message_id) SELECT consumer, message_id FROM dropped ON CONFLICT DO NOTHING`;

/** SQL because a repeated dead letter is ignored, and because marks are searched in payloads. */
@Injectable()
export class DeadLetterStore {
  constructor(private readonly transactions: Transactions) {}

  async add(letter: Omit<DeadLetterEntity, 'received_at'>): Promise<void> {
    const { id, consumer, subject, message_id, payload, error, attempts } = letter;
    await this.transactions.current.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (consumer, message_id) DO NOTHING`,
      [id, consumer, subject, message_id, payload, error, attempts],
    );
  }

  /** Newest first, because ids sort by time. `before` is the id of a dead letter, or null. */
  list(before: string | null, atMost: number): Promise<DeadLetterEntity[]> {
    return this.transactions.of(DeadLetterEntity).find({
      where: before === null ? {} : { id: LessThan(before) },
      order: { id: 'DESC' },
      take: atMost,
    });
  }

  /** Counts at most 10,000, so that a scrape stays cheap. */
  count(): Promise<{ consumer: string; count: number }[]> {
    return this.transactions.current.query(
      `SELECT consumer, count(*)::integer AS count FROM (SELECT consumer FROM dead_letter LIMIT 10000) counted
        GROUP BY consumer`,
    );
  }

  find(id: string): Promise<DeadLetterEntity | null> {
    return this.transactions.of(DeadLetterEntity).findOneBy({ id });
  }

  /** The fact of the dead letter counts as handled from now on. */
  async drop(id: string): Promise<void> {
    await this.transactions.current.query(droppingLetters('id = $1'), [id]);
  }

  async deleteMarked(mark: string): Promise<void> {
    await this.transactions.open.query(droppingLetters('strpos(payload, $1) > 0'), [mark]);
  }
}
