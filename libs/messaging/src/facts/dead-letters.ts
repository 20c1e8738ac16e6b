import type { DeadLetter, DeadLettersQuery, DeadLetterWithPayload } from '@ces/contracts/dead-letters';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { currentCall } from '../calls/call-context.js';
import { newId } from '../storage/ids.js';
import type { Fact } from './consumer.js';
import { Transactions } from '../storage/transactions.js';

interface Row {
  id: string;
  consumer: string;
  subject: string;
  message_id: string;
  payload: string;
  error: string;
  attempts: number;
  received_at: Date;
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Facts that a consumer could not handle. They wait here to be read, and to be handled after the cause is mended. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async bury(consumer: string, fact: Fact, error: unknown, attempts: number): Promise<void> {
    await this.database.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (consumer, message_id) DO NOTHING`,
      [
        newId(),
        consumer,
        fact.subject,
        fact.messageId,
        fact.payload,
        (error instanceof Error ? error.message : String(error)).slice(0, 500),
        attempts,
      ],
    );
  }

  /** Newest first: ids sort by time. */
  async list(service: string, { before, at_most = 500 }: DeadLettersQuery): Promise<DeadLetter[]> {
    const rows = await this.database.query<Row[]>(
      'SELECT * FROM dead_letter WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2',
      [before !== undefined && idPattern.test(before) ? before : null, at_most],
    );
    return rows.map((row) => toDeadLetter(row, service));
  }

  async get(id: string, service: string): Promise<DeadLetterWithPayload> {
    const row = await this.find(id);
    return { ...toDeadLetter(row, service), payload: JSON.parse(row.payload) as object };
  }

  /** Handles it once more; if that works it is gone, else it stays and the caller learns why. */
  async replay(id: string, handle: (consumer: string, fact: Fact) => Promise<void>): Promise<{ replayed: true }> {
    const row = await this.find(id);
    await this.transactions.run(async (tx) => {
      const call = currentCall() ?? { requestId: row.message_id };
      await handle(row.consumer, { subject: row.subject, messageId: row.message_id, payload: row.payload, call });
      await tx.query('DELETE FROM dead_letter WHERE id = $1', [id]);
    });
    return { replayed: true };
  }

  async drop(id: string): Promise<{ deleted: true }> {
    await this.find(id);
    await this.database.query('DELETE FROM dead_letter WHERE id = $1', [id]);
    return { deleted: true };
  }

  private async find(id: string): Promise<Row> {
    const [row] = idPattern.test(id)
      ? await this.database.query<Row[]>('SELECT * FROM dead_letter WHERE id = $1', [id])
      : [];
    if (!row) throw new Problem('dead-letter-not-found', 'There is no dead letter with this id.');
    return row;
  }
}

function toDeadLetter(row: Row, service: string): DeadLetter {
  const { id, subject, error, attempts } = row;
  return { id, service, subject, error, attempts, received_at: row.received_at.toISOString() };
}
