import { bytesArray } from '@ces/messaging/storage/arrays';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { ClosedUserEntity } from './closed-user.entity.js';
import { hashUser, hexOfUser } from './hash-user.js';

export interface Closing {
  state: 'closed' | 'restored';
  /** If facts arrive out of order, the one with the later time counts. */
  at: string;
}

/** The class of the advisory locks: 'user'. */
const locks = 0x7573_6572;
const groups = 64;
const mostHexes = 1_000;

/**
 * SQL because each statement locks or reads a set of users. Users whose hashes begin alike share a lock, so that a set
 * needs at most 64 locks.
 */
@Injectable()
export class ClosedUserStore {
  private readonly hexes = new Map<string, string>();

  constructor(private readonly transactions: Transactions) {}

  /** Closings and erasures of these users wait until the open transaction ends. Writers do not wait for each other. */
  async shareLocks(userIds: string[]): Promise<void> {
    await this.transactions.lock(
      'SELECT pg_advisory_xact_lock_shared($1, bucket) FROM unnest($2::integer[]) AS bucket',
      [locks, [...new Set(userIds.map((userId) => groupOf(this.hexOf(userId))))]],
    );
  }

  /** Waits until no transaction shares this user's lock, and lets no other one share it until the open transaction ends. */
  async lockAlone(userId: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock($1, $2)', [locks, groupOf(this.hexOf(userId))]);
  }

  async findGone(userIds: string[]): Promise<Set<string>> {
    const hashes = userIds.map((userId) => this.hexOf(userId));
    const rows = await this.transactions.read<{ hash: string }>(
      `SELECT encode(user_hash, 'hex') AS hash FROM erased_user WHERE user_hash = ANY($1::bytea[]) UNION ALL
     SELECT encode(user_hash, 'hex') FROM closed_user WHERE user_hash = ANY($1::bytea[]) AND closed`,
      [bytesArray(hashes)],
    );
    return new Set(rows.map((row) => userIds[hashes.indexOf(row.hash)] ?? ''));
  }

  /** Makes the open transaction fail at its end if one of these users is gone. */
  demandNoneGone(userIds: string[]): void {
    this.transactions.demand(
      `NOT EXISTS (SELECT FROM erased_user WHERE user_hash = ANY($1::bytea[])) AND
       NOT EXISTS (SELECT FROM closed_user WHERE user_hash = ANY($1::bytea[]) AND closed)`,
      [bytesArray(userIds.map((userId) => this.hexOf(userId)))],
    );
  }

  /** Does nothing if a later one is recorded or the user is erased. */
  async record(userId: string, { state, at }: Closing): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO closed_user (user_hash, closed, at) SELECT $1, $2, $3
     WHERE NOT EXISTS (SELECT FROM erased_user WHERE user_hash = $1) ON CONFLICT (user_hash)
     DO UPDATE SET closed = EXCLUDED.closed, at = EXCLUDED.at WHERE closed_user.at <= EXCLUDED.at`,
      [hashUser(userId), state === 'closed', at],
    );
  }

  async delete(userId: string): Promise<void> {
    await this.transactions.open.delete(ClosedUserEntity, { user_hash: hashUser(userId) });
  }

  async deleteRestored(): Promise<void> {
    await this.transactions.current.query(
      `DELETE FROM closed_user WHERE NOT closed AND at < now() - interval '7 days'`,
    );
  }

  /** A set of users is locked and looked for with the same hashes, which cost more than both questions. */
  private hexOf(userId: string): string {
    const known = this.hexes.get(userId);
    if (known !== undefined) return known;
    if (this.hexes.size >= mostHexes) this.hexes.clear();
    const hex = hexOfUser(userId);
    this.hexes.set(userId, hex);
    return hex;
  }
}

function groupOf(hex: string): number {
  return Number.parseInt(hex.slice(0, 2), 16) % groups;
}
