import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { DataSource, type EntityManager } from 'typeorm';
import { RevocationsService } from '../revocations/revocations.service.js';

export type StoredKind = 'Session' | 'Interaction' | 'Grant' | 'AuthorizationCode' | 'RefreshToken';

interface Row {
  payload: AdapterPayload;
  grant_id: string | null;
  consumed: number | null;
}

interface IssuedToken {
  jti: string;
  user_id: string;
  grant_id: string;
  /** Seconds from now. */
  seconds: number;
}

const batchSize = 5_000;

/** Only users who may sign in get anything; closing an account waits for this lock or is seen by it. */
const userMaySignIn = `EXISTS (SELECT FROM app_user
  WHERE id = $4 AND active AND closed_at IS NULL AND deactivated_at IS NULL FOR SHARE)`;
const grantLives = `EXISTS (SELECT FROM oauth_payload WHERE kind = 'Grant' AND id = $5 FOR SHARE)`;

/**
 * What is remembered of sign-ins. All of one grant ends together: its code, its refresh tokens, and its access tokens,
 * which are JWTs and therefore noted here, so that they can be revoked one by one.
 */
@Injectable()
export class GrantsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly revocations: RevocationsService,
  ) {}

  /** Of a user who may no longer sign in, or of a grant that has ended, nothing is kept: what was issued is void. */
  async put(kind: StoredKind, id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    // Neither the secret itself nor that of the session goes into a row.
    const session = payload.session && { ...payload.session, cookie: undefined };
    const kept = { ...payload, jti: undefined, session };
    await this.database.query(
      `INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, uid, client_id, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8)
       WHERE ($4::text IS NULL OR ${userMaySignIn}) AND ($5::text IS NULL OR ${grantLives})
       ON CONFLICT (kind, id) DO UPDATE SET payload = EXCLUDED.payload, user_id = EXCLUDED.user_id,
         grant_id = EXCLUDED.grant_id, uid = EXCLUDED.uid, client_id = EXCLUDED.client_id,
         expires_at = EXCLUDED.expires_at`,
      [
        kind,
        keyOf(kind, id),
        JSON.stringify(kept),
        userOf(payload) ?? null,
        kind === 'Interaction' ? null : (payload.grantId ?? null),
        payload.uid ?? null,
        payload.clientId ?? null,
        seconds,
      ],
    );
  }

  async find(kind: StoredKind, id: string): Promise<AdapterPayload | undefined> {
    const row = await this.read(kind, id);
    return row && { ...row.payload, jti: id, ...(row.consumed === null ? {} : { consumed: row.consumed }) };
  }

  async findByUid(kind: StoredKind, uid: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.query<Pick<Row, 'payload'>[]>(
      'SELECT payload FROM oauth_payload WHERE uid = $1 AND kind = $2 AND expires_at > now()',
      [uid, kind],
    );
    return row?.payload;
  }

  /** Once and never again: of many at a time one gets `true`. Whoever comes later ends the whole grant. */
  async consume(kind: StoredKind, id: string): Promise<boolean> {
    const [consumed] = await this.database.query<[unknown[], number]>(
      `UPDATE oauth_payload SET consumed_at = now() WHERE kind = $1 AND id = $2 AND consumed_at IS NULL RETURNING id`,
      [kind, keyOf(kind, id)],
    );
    if (consumed.length > 0) return true;
    const row = await this.read(kind, id);
    if (row?.grant_id) await this.endGrant(row.grant_id);
    return false;
  }

  async remove(kind: StoredKind, id: string): Promise<void> {
    await this.database.query('DELETE FROM oauth_payload WHERE kind = $1 AND id = $2', [kind, keyOf(kind, id)]);
  }

  /**
   * Notes an access token. False when the user may no longer sign in. When its grant has ended a moment ago, by reuse of a
   * refresh token say, it is void from the start.
   */
  async noteAccessToken({ jti, user_id, grant_id, seconds }: IssuedToken): Promise<boolean> {
    const [noted] = await this.database.query<{ allowed: boolean; alive: boolean }[]>(
      `WITH state AS MATERIALIZED (SELECT ${userMaySignIn} AS allowed, ${grantLives} AS alive),
         noted AS (INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, expires_at)
           SELECT $1, $2, '{}', $4, $5, now() + make_interval(secs => $3) FROM state WHERE allowed AND alive)
       SELECT * FROM state`,
      ['AccessToken', jti, seconds, user_id, grant_id],
    );
    if (!noted?.allowed) return false;
    if (!noted.alive) await this.revocations.revokeToken(jti, Math.ceil(Date.now() / 1_000) + seconds);
    return true;
  }

  /** The grant goes first: who adds to it either has committed and is seen below, or finds it gone. */
  endGrant(grantId: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      await tx.query(`DELETE FROM oauth_payload WHERE kind = 'Grant' AND id = $1`, [grantId]);
      const [gone] = await tx.query<[{ kind: string; id: string; expires: number }[], number]>(
        `DELETE FROM oauth_payload WHERE grant_id = $1 RETURNING kind, id, extract(epoch FROM expires_at)::int AS expires`,
        [grantId],
      );
      for (const { kind, id, expires } of gone) {
        if (kind === 'AccessToken') await this.revocations.revokeToken(id, expires);
      }
    });
  }

  /** Sessions, grants and all that hangs on them; the caller revokes the user's access tokens. */
  async endUser(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(`DELETE FROM oauth_payload WHERE user_id = $1 AND kind = 'Grant'`, [userId]);
    await tx.query('DELETE FROM oauth_payload WHERE user_id = $1', [userId]);
  }

  /** Were its id to come back, nothing of the old client would. */
  async endClient(tx: EntityManager, clientId: string): Promise<void> {
    await tx.query('DELETE FROM oauth_payload WHERE client_id = $1', [clientId]);
  }

  async purge(tx: EntityManager): Promise<void> {
    for (let batch = 0, removed = batchSize; removed === batchSize && batch < 20; batch += 1) {
      [, removed] = await tx.query<[unknown[], number]>(
        `DELETE FROM oauth_payload WHERE (kind, id) IN (SELECT kind, id FROM oauth_payload
           WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [batchSize],
      );
    }
  }

  private async read(kind: StoredKind, id: string): Promise<Row | undefined> {
    const [row] = await this.database.query<Row[]>(
      `SELECT payload, grant_id, extract(epoch FROM consumed_at)::int AS consumed FROM oauth_payload
       WHERE kind = $1 AND id = $2 AND expires_at > now()`,
      [kind, keyOf(kind, id)],
    );
    return row;
  }
}

/** A grant's id is no secret and is named by what hangs on it; all others are what their bearer presents. */
function keyOf(kind: StoredKind, id: string): string {
  return kind === 'Grant' ? id : createHash('sha256').update(id).digest('base64url');
}

function userOf(payload: AdapterPayload): string | undefined {
  return payload.accountId ?? payload.session?.accountId ?? payload.result?.login?.accountId;
}
