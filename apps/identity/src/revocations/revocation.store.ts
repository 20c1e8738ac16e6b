import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { RevocationEntity } from './revocation.entity.js';

/** Every writer holds this lock until its commit: rows become visible in the order of `seq`, so no cursor misses one. */
const lock = 0x7265_766b; // 'revk'

export type RevocationRow = Pick<RevocationEntity, 'seq' | 'kind' | 'id' | 'least_version'>;

export interface RevokedToken {
  id: string;
  /** Seconds since 1970. */
  expires: number;
}

/** Revocations. SQL because tokens are revoked as a set, and by the database's clock, under one lock. */
@Injectable()
export class RevocationStore {
  constructor(private readonly transactions: Transactions) {}

  /** Holds up all other revocations until the transaction ends. */
  async lock(): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  }

  async revokeClient(id: string, leastVersion: number, seconds: number): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO revocation (kind, id, least_version, expires_at)
       VALUES ('client', $1, $2, now() + make_interval(secs => $3))`,
      [id, leastVersion, seconds],
    );
  }

  async revokeUser(id: string, seconds: number): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO revocation (kind, id, least_version, expires_at)
       VALUES ('user', $1, floor(extract(epoch FROM clock_timestamp())), now() + make_interval(secs => $2))`,
      [id, seconds],
    );
  }

  /** Revokes tokens that are not revoked yet, and remembers each for `marginSeconds` longer than it lives. */
  async revokeTokens(tokens: RevokedToken[], marginSeconds: number): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO revocation (kind, id, expires_at)
         SELECT 'token', token.id, to_timestamp(token.expires + $3) FROM unnest($1::text[], $2::bigint[]) token (id, expires)
         WHERE NOT EXISTS (SELECT FROM revocation r WHERE r.id = token.id AND r.kind = 'token')`,
      [tokens.map(({ id }) => id), tokens.map(({ expires }) => expires), marginSeconds],
    );
  }

  async isTokenRevoked(id: string): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>(
      `SELECT FROM revocation WHERE id = $1 AND kind = 'token'`,
      [id],
    );
    return rows.length > 0;
  }

  async isUserRevoked(id: string, issuedAt: number): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>(
      `SELECT FROM revocation WHERE id = $1 AND kind = 'user' AND least_version >= $2`,
      [id, issuedAt],
    );
    return rows.length > 0;
  }

  /** Unexpired revocations after the cursor, oldest first; all of them for a cursor that this database has not given out. */
  findSince(cursor: string, limit: number): Promise<RevocationRow[]> {
    return this.transactions.current.query<RevocationRow[]>(
      `SELECT seq, kind, id, least_version FROM revocation
       WHERE expires_at > now()
         AND seq > CASE WHEN $1 <= (SELECT last_value FROM revocation_seq_seq) THEN $1::bigint ELSE 0 END
       ORDER BY seq LIMIT $2`,
      [cursor, limit],
    );
  }

  async purge(): Promise<void> {
    await this.transactions.current.query('DELETE FROM revocation WHERE expires_at < now()');
  }
}
