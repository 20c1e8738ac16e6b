import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface LeaseRow {
  holder: string;
  fence: string;
}

/** Leases of one service's replicas. SQL because each step compares and changes the row in one statement, by the database's clock. */
@Injectable()
export class LeaseStore {
  constructor(private readonly database: DataSource) {}

  /** Takes a lease that is new or has expired. Returns its fence, or undefined while another replica holds it. */
  async claim(name: string, holder: string, seconds: number): Promise<string | undefined> {
    return this.fenceOf(
      `INSERT INTO lease (name, holder, fence, expires_at) VALUES ($1, $2, 1, now() + $3 * interval '1 second')
       ON CONFLICT (name) DO UPDATE
          SET holder = excluded.holder, fence = lease.fence + 1, expires_at = excluded.expires_at
        WHERE lease.expires_at < now()
       RETURNING fence`,
      [name, holder, seconds],
    );
  }

  /** Takes the lease from a holder that is dead, unless a third replica was quicker. */
  async takeOver(name: string, holder: string, seconds: number, dead: LeaseRow): Promise<string | undefined> {
    return this.fenceOf(
      `UPDATE lease SET holder = $2, fence = fence + 1, expires_at = now() + $3 * interval '1 second'
        WHERE name = $1 AND fence = $4 AND holder = $5
       RETURNING fence`,
      [name, holder, seconds, dead.fence, dead.holder],
    );
  }

  /** Extends a lease. Returns false when another replica has taken it. */
  async renew(name: string, fence: string, seconds: number): Promise<boolean> {
    const renewed = await this.fenceOf(
      `UPDATE lease SET expires_at = now() + $3 * interval '1 second' WHERE name = $1 AND fence = $2 RETURNING fence`,
      [name, fence, seconds],
    );
    return renewed !== undefined;
  }

  /** Lets another replica claim the lease at once. */
  async release(name: string, fence: string): Promise<void> {
    await this.database.query(`UPDATE lease SET expires_at = '-infinity' WHERE name = $1 AND fence = $2`, [
      name,
      fence,
    ]);
  }

  async find(name: string): Promise<LeaseRow | undefined> {
    const [row] = await this.database.query<LeaseRow[]>('SELECT holder, fence FROM lease WHERE name = $1', [name]);
    return row;
  }

  /** Whether the lease still has this fence. The answer holds until the transaction ends: a takeover waits for it. */
  async confirm(tx: EntityManager, name: string, fence: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT 1 FROM lease WHERE name = $1 AND fence = $2 FOR SHARE', [
      name,
      fence,
    ]);
    return rows.length > 0;
  }

  private async fenceOf(sql: string, parameters: unknown[]): Promise<string | undefined> {
    const answer: unknown = await this.database.query(sql, parameters);
    // The driver answers rows for INSERT, and rows and count for UPDATE.
    const [first] = answer as (LeaseRow | LeaseRow[])[];
    return (Array.isArray(first) ? first[0] : first)?.fence;
  }
}
