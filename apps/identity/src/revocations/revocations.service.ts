import type { Revocations } from '@ces/contracts/identity/revocations';
import { revocationsWake } from '@ces/contracts/wakes';
import { Nats } from '@ces/messaging/nats';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { accessTokenSeconds } from '../tokens/access-token.js';

/** Held until commit by whoever adds a row: rows become visible in the order of `seq`, so that a cursor misses none. */
const lock = 0x7265_766b; // 'revk'
/** Clocks differ, and replicas learn of a change a little later. */
const marginSeconds = 60;
/** Keeps an answer well below what NATS takes. */
const pageSize = 5_000;

interface Row {
  seq: string;
  kind: 'token' | 'client' | 'user';
  id: string;
  least_version: string | null;
}

@Injectable()
export class RevocationsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Revocations');
  private purging: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly nats: Nats,
  ) {}

  onApplicationBootstrap(): void {
    this.purging = repeat(
      60_000,
      () => this.purge(),
      (error) => {
        this.log.warn({ err: error }, 'old revocations could not be purged; tried again later');
      },
      'later',
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.purging?.end();
  }

  /** Of the client's tokens, only those of `leastVersion` and above count from now on. */
  async revokeClient(id: string, leastVersion: number): Promise<void> {
    const tx = this.transactions.open;
    await this.lock(tx);
    await tx.query(
      `INSERT INTO revocation (kind, id, least_version, expires_at)
       VALUES ('client', $1, $2, now() + make_interval(secs => $3))`,
      [id, leastVersion, accessTokenSeconds + marginSeconds],
    );
  }

  /** The user's tokens issued up to now no longer count; those of a later second do. */
  async revokeUser(id: string): Promise<void> {
    const tx = this.transactions.open;
    await this.lock(tx);
    await tx.query(
      `INSERT INTO revocation (kind, id, least_version, expires_at)
       VALUES ('user', $1, floor(extract(epoch FROM clock_timestamp())), now() + make_interval(secs => $2))`,
      [id, accessTokenSeconds + marginSeconds],
    );
  }

  /** Whether a token of the user that was issued at this second was revoked with all of the user's. */
  async isUserRevoked(id: string, issuedAt: number): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM revocation WHERE id = $1 AND kind = 'user' AND least_version >= $2`,
      [id, issuedAt],
    );
    return rows.length > 0;
  }

  revokeToken(id: string, expires: number): Promise<void> {
    return this.revokeTokens([{ id, expires }]);
  }

  async revokeTokens(tokens: { id: string; expires: number }[]): Promise<void> {
    if (tokens.length === 0) return;
    await this.transactions.run(async (tx) => {
      await this.lock(tx);
      await tx.query(
        `INSERT INTO revocation (kind, id, expires_at)
         SELECT 'token', token.id, to_timestamp(token.expires + $3) FROM unnest($1::text[], $2::bigint[]) token (id, expires)
         WHERE NOT EXISTS (SELECT FROM revocation r WHERE r.id = token.id AND r.kind = 'token')`,
        [tokens.map(({ id }) => id), tokens.map(({ expires }) => expires), marginSeconds],
      );
    });
  }

  async isRevoked(jti: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(`SELECT FROM revocation WHERE id = $1 AND kind = 'token'`, [jti]);
    return rows.length > 0;
  }

  /** Everything after the cursor that still matters; everything there is for a cursor that this database never gave out. */
  async since(cursor: string): Promise<Revocations> {
    const asked = /^\d{1,18}$/.test(cursor) ? cursor : '0';
    const rows = await this.database.query<Row[]>(
      `SELECT seq, kind, id, least_version FROM revocation
       WHERE expires_at > now()
         AND seq > CASE WHEN $1 <= (SELECT last_value FROM revocation_seq_seq) THEN $1::bigint ELSE 0 END
       ORDER BY seq LIMIT $2`,
      [asked, pageSize],
    );
    return {
      cursor: rows.at(-1)?.seq ?? asked,
      tokens: rows.filter(({ kind }) => kind === 'token').map(({ id }) => id),
      clients: rows
        .filter(({ kind }) => kind === 'client')
        .map(({ id, least_version }) => ({ id, least_version: Number(least_version) })),
      users: rows
        .filter(({ kind }) => kind === 'user')
        .map(({ id, least_version }) => ({ id, issued_until: Number(least_version) })),
      more: rows.length === pageSize,
    };
  }

  /** In an open transaction. Gateways are woken when it is committed. */
  private async lock(tx: EntityManager): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    afterCommit(() => {
      if (this.nats.connected) this.nats.current?.publish(this.nats.subject('wake', revocationsWake));
    });
  }

  async purge(): Promise<void> {
    await this.database.query('DELETE FROM revocation WHERE expires_at < now()');
  }
}
