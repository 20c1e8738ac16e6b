import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ErasureReceiptEntity } from './erasure-receipt.entity.js';

const unannounced = `completed_at IS NULL AND announce_after <= now()
  AND (announced_at IS NULL OR announced_at < now() - interval '12 hours')`;

export interface Account {
  closed: boolean;
  username: string | null;
}

interface OverdueErasure {
  user_id: string;
  services: ErasureReceiptEntity['service'][];
  /** True if it was logged in the last day. */
  told: boolean;
}

type NewReceipt = Pick<ErasureReceiptEntity, 'user_id' | 'service'>;

/** Closed and erased accounts. SQL because rows are locked in a given order, and because facts are handled in single statements. */
@Injectable()
export class ErasureStore {
  constructor(private readonly transactions: Transactions) {}

  async lockAccount(userId: string): Promise<Account | undefined> {
    const [account] = await this.transactions.open.query<Account[]>(
      `SELECT u.closed_at IS NOT NULL AS closed, c.username FROM app_user u LEFT JOIN credential c ON c.user_id = u.id
         WHERE u.id = $1 FOR UPDATE OF u`,
      [userId],
    );
    return account;
  }

  async close(userId: string, graceDays: number): Promise<void> {
    await this.transactions.open.query(
      'UPDATE app_user SET closed_at = now(), erase_after = now() + make_interval(days => $2) WHERE id = $1',
      [userId, graceDays],
    );
  }

  /** The time by the database's clock: a change of an account that is locked later has a later time. */
  async readClock(): Promise<Date> {
    const [now] = await this.transactions.open.query<{ at: Date }[]>('SELECT clock_timestamp() AS at');
    if (!now) throw new Error('the database returned no time');
    return now.at;
  }

  async eraseUser(userId: string, graceSeconds: number): Promise<void> {
    for (const table of ['person', 'connection', 'credential']) {
      await this.transactions.open.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    }
    await this.transactions.open.query(
      `WITH gone AS (DELETE FROM app_user WHERE id = $1 RETURNING closed_at)
       INSERT INTO erasure (user_id, announce_after)
       SELECT $1, greatest(now(), coalesce(closed_at, now()) + make_interval(secs => $2)) FROM gone`,
      [userId, graceSeconds],
    );
  }

  lockDue(): Promise<{ id: string }[]> {
    return this.transactions.open.query<{ id: string }[]>(
      'SELECT id FROM app_user WHERE erase_after <= now() ORDER BY erase_after LIMIT 100 FOR UPDATE SKIP LOCKED',
    );
  }

  async hasUnannounced(): Promise<boolean> {
    const due = await this.transactions.current.query<unknown[]>(`SELECT FROM erasure WHERE ${unannounced} LIMIT 1`);
    return due.length > 0;
  }

  /** Marks unconfirmed erasures as announced, at most every twelve hours each; returns their users. */
  async markAnnounced(): Promise<{ user_id: string }[]> {
    const [due] = await this.transactions.open.query<[{ user_id: string }[], number]>(
      `UPDATE erasure SET announced_at = now() WHERE ${unannounced} RETURNING user_id`,
    );
    return due;
  }

  /** Records the receipt of a service, and completes the erasure when all these services have sent theirs. */
  async addReceipt({ user_id: userId, service }: NewReceipt, services: readonly string[]): Promise<void> {
    await this.transactions.open.query('SELECT FROM erasure WHERE user_id = $1 FOR UPDATE', [userId]);
    await this.transactions.open.query(
      `INSERT INTO erasure_receipt (user_id, service) SELECT user_id, $2 FROM erasure WHERE user_id = $1
       ON CONFLICT DO NOTHING`,
      [userId, service],
    );
    await this.transactions.open.query(
      `UPDATE erasure SET completed_at = now() WHERE user_id = $1 AND completed_at IS NULL AND $2::text[] <@
         ARRAY(SELECT service FROM erasure_receipt WHERE user_id = $1)`,
      [userId, services],
    );
  }

  findOverdue(hours: number): Promise<OverdueErasure[]> {
    return this.transactions.open.query<OverdueErasure[]>(
      `SELECT e.user_id, e.alarmed_at > now() - interval '1 day' IS TRUE AS told,
         ARRAY(SELECT service FROM erasure_receipt r WHERE r.user_id = e.user_id) AS services
       FROM erasure e WHERE completed_at IS NULL AND erased_at < now() - make_interval(hours => $1)`,
      [hours],
    );
  }

  async markAlarmed(userId: string): Promise<void> {
    await this.transactions.open.query('UPDATE erasure SET alarmed_at = now() WHERE user_id = $1', [userId]);
  }

  async purge(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM erasure WHERE completed_at < now() - interval '30 days'`);
  }
}
