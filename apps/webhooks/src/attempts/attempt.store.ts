import type { AttemptOutcome } from '@ces/contracts/webhooks/webhook-attempts';
import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface Attempt {
  id: string;
  batch_id: string;
  attempt: number;
  outcome: AttemptOutcome;
  url: string;
  /** Those that the other columns do not tell (`compose-headers.ts`). Null: none. */
  headers: Record<string, string> | null;
  /** Null: none. */
  links: string[] | null;
  events: number;
  bytes: number;
  status: number | null;
  answer: string | null;
  error: string | null;
  started_at: Date;
  duration_ms: number;
}

interface Place {
  /** The positions of the events are above `after` and up to `upto`. */
  after: string;
  upto: string;
  /** The subscription for which the batch was composed. Null: the previous release wrote the attempt. */
  names: readonly string[] | null;
}

export type AttemptRow = Attempt & Place;

export interface AttemptFilter {
  outcome: AttemptOutcome | undefined;
  since: string | undefined;
}

/** The attempts of a batch follow each other, with few others between them. */
const nearAttempts = 10_000;
/** Clocks of replicas differ by less, so no attempt of a batch has an id that is this much older than the batch. */
const clockDifferenceMs = 60_000;

/** The log of attempts, which deliveries write. SQL because the table is partitioned by week and found by ranges of positions. */
@Injectable()
export class AttemptStore {
  constructor(private readonly transactions: Transactions) {}

  findPage(
    webhookId: string,
    before: string | null,
    limit: number,
    { outcome, since }: AttemptFilter,
  ): Promise<AttemptRow[]> {
    // An id is made after its request began, so the first id of a moment bounds the part of the index that is read.
    const moment = since === undefined ? null : new Date(since);
    // The literal lets the query use the index of the attempts that were not delivered.
    const undelivered = outcome === undefined || outcome === 'delivered' ? '' : `AND outcome <> 'delivered'`;
    return this.transactions.current.query<AttemptRow[]>(
      `SELECT * FROM attempt
        WHERE webhook_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($4::text IS NULL OR outcome = $4) ${undelivered}
          AND ($5::timestamptz IS NULL OR (started_at >= $5 AND id >= $6))
        ORDER BY id DESC LIMIT $3`,
      [webhookId, before, limit, outcome ?? null, moment, moment && idsBefore(moment.getTime())],
    );
  }

  /** Reads a limited part of the index, so that the id of an unknown batch costs little. */
  async findNewestOf(webhookId: string, batchId: string): Promise<AttemptRow | undefined> {
    const made = Number.parseInt(batchId.replaceAll('-', '').slice(0, 12), 16);
    const [row] = await this.transactions.current.query<AttemptRow[]>(
      `SELECT * FROM (SELECT * FROM attempt WHERE webhook_id = $1 AND id >= $3 ORDER BY id LIMIT $4) near
        WHERE batch_id = $2 ORDER BY attempt DESC, id DESC LIMIT 1`,
      [webhookId, batchId, idsBefore(Math.max(0, made - clockDifferenceMs)), nearAttempts],
    );
    return row;
  }

  async insert(webhookId: string, row: AttemptRow): Promise<void> {
    const { id, batch_id, attempt, outcome, url, headers, links, events, bytes, after, upto, names } = row;
    const { status, answer, error, started_at, duration_ms } = row;
    await this.transactions.open.query(
      `INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto,
                            status, answer, error, duration_ms, headers, links, names)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      [
        ...[id, webhookId, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto],
        ...[status, answer, error, duration_ms, headers && JSON.stringify(headers), links, names],
      ],
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

  async clearAnswersBefore(position: number): Promise<void> {
    await this.transactions.current.query(
      `UPDATE attempt SET answer = NULL
        WHERE answer IS NOT NULL AND int8range(after, upto, '(]') && int8range(NULL, $1)`,
      [position],
    );
  }
}
