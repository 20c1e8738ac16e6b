import { eventAccepted } from '@ces/contracts/events/events';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { appendLock } from './append-lock.js';

export interface LogRow {
  id: string;
  event_name: string;
  version: number;
  data: string;
  time: Date | null;
  received_at: Date;
  used: boolean;
}

/** A page ends where a reply over NATS would get too large, even before its limit. */
const pageBytes = 400_000;
const keysAtOnce = 5_000;

/**
 * The log of accepted events and the keys that it has claimed. SQL because the log is partitioned, its pages are cut by the
 * bytes of their rows, and keys are purged in batches.
 */
@Injectable()
export class EventLogStore {
  constructor(private readonly transactions: Transactions) {}

  /** `more` says whether the user has events older than those returned. */
  findOfUser(userId: string, below: string | null, limit: number): Promise<(LogRow & { more: boolean })[]> {
    return this.transactions.current.query(
      `SELECT * FROM (SELECT id, event_name, version, data, time, received_at, used, lead(id) OVER w IS NOT NULL AS more,
                             sum(octet_length(data) + 200) OVER (w ROWS UNBOUNDED PRECEDING) AS bytes
                        FROM (SELECT * FROM event_log WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2::uuid)
                               ORDER BY id DESC LIMIT $3 + 1) newest
                      WINDOW w AS (ORDER BY id DESC)) page
        WHERE bytes - octet_length(data) < ${pageBytes} ORDER BY id DESC LIMIT $3`,
      [userId, below, limit],
    );
  }

  /** Waits until no transaction appends, and makes others wait until the open transaction ends. */
  async waitForAppends(): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [appendLock]);
  }

  /** The clock of the database, for `isReadingSince`. */
  async now(): Promise<string> {
    const [read] = await this.transactions.current.query<{ now: string }[]>('SELECT clock_timestamp()::text AS now');
    if (!read) throw new Error('the database told no time');
    return read.now;
  }

  /**
   * True while a statement of this service runs that may have begun before this moment, and so does not see what was committed
   * just before it. Every call needs a transaction of its own, because in one the view never changes.
   */
  async isReadingSince(moment: string): Promise<boolean> {
    const found = await this.transactions.current.query<unknown[]>(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
          AND backend_xmin IS NOT NULL AND xact_start <= $1::timestamptz LIMIT 1`,
      [moment],
    );
    return found.length > 0;
  }

  async hasUnpublished(userId: string): Promise<boolean> {
    const waiting = await this.transactions.open.query<unknown[]>(
      'SELECT FROM event_log WHERE user_id = $1 AND used AND seq > (SELECT seq FROM event_log_position) LIMIT 1',
      [userId],
    );
    return waiting.length > 0;
  }

  /** Keeps the ids of the events, because services may still be compared by them. */
  async deleteOfUser(userId: string): Promise<void> {
    const tx = this.transactions.open;
    await tx.query('DELETE FROM event_key WHERE event_id IN (SELECT id FROM event_log WHERE user_id = $1)', [userId]);
    await tx.query(
      `WITH erased AS (DELETE FROM event_log WHERE user_id = $1 RETURNING id, used)
       INSERT INTO erased_fact (message_id, subject)
       SELECT id, $2 FROM erased WHERE used AND id >= $3 ON CONFLICT DO NOTHING`,
      [userId, eventAccepted.subject, idsBefore(Date.now() - 2 * factRetentionMs)],
    );
  }

  /** Deletes a batch of keys from before this moment without stopping the intake. */
  async purgeKeys(before: Date): Promise<'more' | 'done'> {
    // The driver answers a DELETE with rows and count.
    const [, deleted] = await this.transactions.current.query<[unknown[], number]>(
      `DELETE FROM event_key WHERE key IN (
           SELECT key FROM event_key WHERE received_at < $1 LIMIT ${keysAtOnce} FOR UPDATE SKIP LOCKED)`,
      [before],
    );
    return deleted === keysAtOnce ? 'more' : 'done';
  }
}
