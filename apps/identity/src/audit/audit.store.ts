import type { AdminRead, AuditEntry } from '@ces/contracts/identity/audit';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** A row has null for a member that an entry may lack. */
type Named = Record<'who_name' | 'client_id', string | null>;

export type AuditRow = Omit<AuditEntry, 'at' | keyof Named> & Named & { at: Date };

/** The name of an operator is read with the entry, and kept, because entries outlive operators. */
type NewAuditRow = Omit<AuditRow, 'at' | 'count' | 'who_name'>;

const nameOf = (id: string): string => `(SELECT name || ' <' || email || '>' FROM operator WHERE operator.id = ${id})`;

/** The audit log. SQL because the table is partitioned by month: a statement names the months that it reads. */
@Injectable()
export class AuditStore {
  constructor(private readonly transactions: Transactions) {}

  async insert({ id, who, what, user_id, request_id, status, client_id }: NewAuditRow): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO audit (id, who, what, user_id, request_id, status, client_id, who_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, ${nameOf('$2')})`,
      [id, who, what, user_id, request_id, status, client_id],
    );
  }

  /** Adds to the count of an entry, or makes it: refused calls of one client and minute are one row, from every gateway. */
  async count(
    { id, who, what, user_id, request_id, status, client_id }: NewAuditRow,
    at: Date,
    count: number,
  ): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO audit (id, at, who, what, user_id, request_id, status, count, client_id, who_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${nameOf('$3')})
       ON CONFLICT (id, at) DO UPDATE SET count = audit.count + EXCLUDED.count`,
      [id, at, who, what, user_id, request_id, status, count, client_id],
    );
  }

  /**
   * Makes one entry of several calls of one request. Gives up after a second without a lock on the table, because the
   * facts come again, and others need the connection.
   */
  async addReads(reads: AdminRead[]): Promise<void> {
    await this.transactions.open.query(`SET LOCAL lock_timeout = '1s'`);
    await this.transactions.open.query(
      `INSERT INTO audit (id, at, who, what, user_id, request_id, status, client_id, who_name)
       SELECT id, at, who, what, user_id, request_id, max(status), client_id, ${nameOf('who')}
         FROM jsonb_to_recordset($1) AS read (id uuid, at timestamptz, who text, what text, user_id text, request_id text,
              status integer, client_id text)
        GROUP BY id, at, who, what, user_id, request_id, client_id
       ON CONFLICT (id, at) DO NOTHING`,
      [JSON.stringify(reads)],
    );
  }

  /** Reads the last day only, so an older entry counts as ended. */
  async isOpen(id: string): Promise<boolean> {
    const found = await this.transactions.current.query<unknown[]>(
      `SELECT 1 FROM audit WHERE id = $1 AND status IS NULL AND at > now() - interval '1 day'`,
      [id],
    );
    return found.length > 0;
  }

  async end(id: string, status: number): Promise<void> {
    await this.transactions.current.query(
      `UPDATE audit SET status = $2 WHERE id = $1 AND at > now() - interval '1 day'`,
      [id, status],
    );
  }

  findBefore(id: string | null, limit: number, actor: string | null): Promise<AuditRow[]> {
    return this.transactions.current.query<AuditRow[]>(
      `SELECT * FROM audit WHERE ($1::uuid IS NULL OR id < $1) AND ($3::text IS NULL OR who = $3)
        ORDER BY id DESC LIMIT $2`,
      [id, limit, actor],
    );
  }

  /** The entries about a user before `id`, newest first. */
  findByUser(userId: string, id: string | null, limit: number): Promise<AuditRow[]> {
    return this.transactions.current.query<AuditRow[]>(
      'SELECT * FROM audit WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3',
      [userId, id, limit],
    );
  }
}
