import { Injectable } from '@nestjs/common';
import { Transactions } from '../storage/transactions.js';

export interface DeadLetterRow {
  id: string;
  consumer: string;
  subject: string;
  message_id: string;
  payload: string;
  error: string;
  attempts: number;
  received_at: Date;
}

/** Facts that could not be handled. SQL, as all of messaging's tables: they belong to no service's entities. */
@Injectable()
export class DeadLetterStore {
  constructor(private readonly transactions: Transactions) {}

  /** Keeps the first dead letter of a consumer and a message. */
  async add(letter: Omit<DeadLetterRow, 'received_at'>): Promise<void> {
    const { id, consumer, subject, message_id, payload, error, attempts } = letter;
    await this.transactions.current.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (consumer, message_id) DO NOTHING`,
      [id, consumer, subject, message_id, payload, error, attempts],
    );
  }

  /** Newest first, because ids sort by time. `before` is the id of a dead letter, or null. */
  list(before: string | null, atMost: number): Promise<DeadLetterRow[]> {
    return this.transactions.current.query<DeadLetterRow[]>(
      'SELECT * FROM dead_letter WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2',
      [before, atMost],
    );
  }

  async find(id: string): Promise<DeadLetterRow | undefined> {
    const [row] = await this.transactions.current.query<DeadLetterRow[]>('SELECT * FROM dead_letter WHERE id = $1', [
      id,
    ]);
    return row;
  }

  async delete(id: string): Promise<void> {
    await this.transactions.current.query('DELETE FROM dead_letter WHERE id = $1', [id]);
  }

  /** Deletes the dead letters whose payload contains `mark`. */
  async deleteMarked(mark: string): Promise<void> {
    await this.transactions.open.query('DELETE FROM dead_letter WHERE strpos(payload, $1) > 0', [mark]);
  }
}
