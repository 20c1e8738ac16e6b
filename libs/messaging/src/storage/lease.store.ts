import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LeaseEntity } from './lease.entity.js';
import { Transactions } from './transactions.js';

export type Lease = Pick<LeaseEntity, 'name' | 'holder' | 'fence'>;

export interface ClaimedLease extends Lease {
  /** As text, which keeps the microseconds; null if there was no former holder. */
  former_ended_at: string | null;
}

/**
 * SQL because each step compares and changes the row in one statement, by the database's clock. All but `confirm` and
 * `isOurs` commit by themselves.
 */
@Injectable()
export class LeaseStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Takes a new or expired lease. Returns undefined while it is held. */
  async claim(name: string, holder: string, seconds: number): Promise<ClaimedLease | undefined> {
    const [lease] = await this.database.query<ClaimedLease[]>(
      `WITH former AS (SELECT expires_at::text AS ended_at FROM lease WHERE name = $1)
       INSERT INTO lease (name, holder, fence, expires_at) VALUES ($1, $2, 1, now() + $3 * interval '1 second')
       ON CONFLICT (name) DO UPDATE
          SET holder = excluded.holder, fence = lease.fence + 1, expires_at = excluded.expires_at
        WHERE lease.expires_at < now()
       RETURNING name, holder, fence, (SELECT ended_at FROM former) AS former_ended_at`,
      [name, holder, seconds],
    );
    return lease;
  }

  /** Only reads, so that waiting replicas write nothing. */
  async findHeld(name: string): Promise<Lease | undefined> {
    const [lease] = await this.database.query<Lease[]>(
      'SELECT name, holder, fence FROM lease WHERE name = $1 AND expires_at >= now()',
      [name],
    );
    return lease;
  }

  async expire({ name, holder, fence }: Lease): Promise<void> {
    await this.database.query(
      'UPDATE lease SET expires_at = now() WHERE name = $1 AND holder = $2 AND fence = $3 AND expires_at > now()',
      [name, holder, fence],
    );
  }

  /** For a lease whose work will not be done again. */
  async remove({ name, holder, fence }: Lease): Promise<void> {
    await this.database.query('DELETE FROM lease WHERE name = $1 AND holder = $2 AND fence = $3', [
      name,
      holder,
      fence,
    ]);
  }

  async findNames(word: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }[]>(
      `SELECT name FROM lease WHERE starts_with(name, $1 || ' ') ORDER BY name`,
      [word],
    );
    return rows.map(({ name }) => name);
  }

  /** Lets a lease expire after this time unless its holder renews it before. */
  async suspect({ name, holder, fence }: Lease, seconds: number): Promise<void> {
    await this.database.query(
      `UPDATE lease SET expires_at = now() + $4 * interval '1 second'
        WHERE name = $1 AND holder = $2 AND fence = $3 AND expires_at > now() + $4 * interval '1 second'`,
      [name, holder, fence, seconds],
    );
  }

  /** Leases that no other replica has taken from this holder, and the seconds that they still last. Only reads. */
  leasesOf(holder: string): Promise<(Lease & { left: number })[]> {
    return this.database.query(
      `SELECT name, holder, fence, extract(epoch FROM greatest(expires_at, now()) - now())::float8 AS left
         FROM lease WHERE holder = $1`,
      [holder],
    );
  }

  /** Returns those that no other replica has taken from this holder. */
  async renew(leases: readonly Lease[], holder: string, seconds: number): Promise<Lease[]> {
    // The driver answers rows and count to an UPDATE.
    const [renewed] = await this.database.query<[Lease[], number]>(
      `UPDATE lease SET expires_at = now() + $4 * interval '1 second'
         FROM unnest($1::text[], $2::bigint[]) AS ours (name, fence)
        WHERE lease.name = ours.name AND lease.fence = ours.fence AND holder = $3
       RETURNING lease.name, holder, lease.fence`,
      [leases.map(({ name }) => name), leases.map(({ fence }) => fence), holder, seconds],
    );
    return renewed;
  }

  /** Reads in the open transaction and locks nothing. */
  async isOurs({ name, holder, fence }: Lease): Promise<boolean> {
    const found = await this.transactions.open.query<unknown[]>(
      'SELECT FROM lease WHERE name = $1 AND holder = $2 AND fence = $3',
      [name, holder, fence],
    );
    return found.length > 0;
  }

  /**
   * Runs in the open transaction. The fence alone is not enough, because it begins at 1 again after `remove`. A
   * takeover waits until this transaction ends. A transaction that has written nothing needs no fence, and the lock
   * alone would make its commit wait for the disk.
   */
  async confirm({ name, holder, fence }: Lease): Promise<boolean> {
    const [row] = await this.transactions.open.query<{ ours: boolean | null }[]>(
      `SELECT CASE WHEN pg_current_xact_id_if_assigned() IS NULL THEN true
                   ELSE (SELECT true FROM lease WHERE name = $1 AND holder = $2 AND fence = $3 FOR SHARE) END AS ours`,
      [name, holder, fence],
    );
    return row?.ours ?? false;
  }
}
