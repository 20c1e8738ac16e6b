import type { AttemptOutcome } from '@ces/contracts/webhooks/webhooks';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface AttemptRow {
  id: string;
  batch_id: string;
  attempt: number;
  outcome: AttemptOutcome;
  url: string;
  /** Null: the previous release wrote the attempt. */
  headers: Record<string, string> | null;
  links: string[] | null;
  events: number;
  bytes: number;
  status: number | null;
  answer: string | null;
  error: string | null;
  started_at: Date;
  duration_ms: number;
}

/** The log of attempts, which deliveries write. SQL because the table is partitioned by week and found by ranges of positions. */
@Injectable()
export class AttemptStore {
  constructor(private readonly transactions: Transactions) {}

  /** Attempts of a webhook below this id, newest first. */
  findPage(webhookId: string, before: string | null, limit: number): Promise<AttemptRow[]> {
    return this.transactions.current.query<AttemptRow[]>(
      `SELECT * FROM attempt
      WHERE webhook_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [webhookId, before, limit],
    );
  }

  /** Clears the answers to requests that held an event at one of these positions. */
  async clearAnswersTo(positions: string[]): Promise<void> {
    await this.transactions.open.query(
      `UPDATE attempt SET answer = NULL FROM unnest($1::bigint[]) AS gone (position)
        WHERE answer IS NOT NULL AND int8range(after, upto, '(]') @> gone.position`,
      [positions],
    );
  }

  /** Clears the answers to requests that held an event below this position. */
  async clearAnswersBefore(position: number): Promise<void> {
    await this.transactions.current.query(
      `UPDATE attempt SET answer = NULL
        WHERE answer IS NOT NULL AND int8range(after, upto, '(]') && int8range(NULL, $1)`,
      [position],
    );
  }
}
