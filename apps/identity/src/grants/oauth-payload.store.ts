import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { OAuthPayloadEntity } from './oauth-payload.entity.js';
import {
  digestOf,
  payloadKey,
  type PayloadRow,
  type SingleUse,
  type StoredKind,
  type UsedPayload,
} from './payload-rows.js';
import type { SealedAnswer } from './sealed-answer.js';
import { SignInEpochs } from './sign-in-epochs.js';

interface SignInOfRow {
  user_id: string | null;
  epoch: number | null;
}

const signInOfRow = `user_id, coalesce(u.sign_in_epoch, o.version) AS epoch FROM oauth_payload p
  LEFT JOIN app_user u ON u.id = p.user_id LEFT JOIN operator o ON o.id = p.user_id`;

interface FoundPayload extends SignInOfRow, Pick<OAuthPayloadEntity, 'grant_id'> {
  payload: AdapterPayload;
  /** Seconds since 1970. */
  consumed: number | null;
}

export interface EndedPayload extends Pick<OAuthPayloadEntity, 'kind' | 'id'> {
  expires: number;
}

/**
 * Locks the user and then the grant, so that a request that ends one of them waits for these rows, or is seen. The CASE keeps
 * this order: the planner would check the cheaper condition first, and two requests could wait for each other. What belongs to
 * no earlier grant also needs the epoch of its sign-in. An operator's id stands in place of a user's, and
 * the operator's version in place of the epoch.
 */
const keepAll = `
  INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, uid, client_id, expires_at)
  SELECT kind, key, payload::json, user_id, grant_id, uid, client_id, now() + make_interval(secs => seconds)
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $10::int[])
    AS given (kind, key, payload, user_id, grant_id, uid, client_id, seconds, epoch)
  WHERE CASE WHEN user_id IS NULL OR CASE WHEN user_id LIKE 'op\\_%'
      THEN EXISTS (SELECT FROM operator WHERE id = given.user_id AND state = 'active' FOR SHARE)
      ELSE EXISTS (SELECT FROM app_user WHERE id = given.user_id AND active AND closed_at IS NULL AND deactivated_at IS NULL FOR SHARE) END
    THEN CASE WHEN grant_id IS NULL OR grant_id = ANY ($9::text[])
      THEN epoch IS NULL OR EXISTS (SELECT FROM app_user WHERE id = given.user_id AND sign_in_epoch = given.epoch FOR SHARE)
        OR EXISTS (SELECT FROM operator WHERE id = given.user_id AND version = given.epoch FOR SHARE)
      ELSE EXISTS (SELECT FROM oauth_payload WHERE kind = 'Grant' AND id = given.grant_id AND expires_at > now() FOR SHARE)
    END END
  ON CONFLICT (kind, id) DO UPDATE SET payload = EXCLUDED.payload, user_id = EXCLUDED.user_id,
    grant_id = EXCLUDED.grant_id, uid = EXCLUDED.uid, client_id = EXCLUDED.client_id, expires_at = EXCLUDED.expires_at
  RETURNING 1`;

/** Everything remembered of sign-ins. SQL because every sign-in writes here, and a whole request is one statement. */
@Injectable()
export class OAuthPayloadStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly epochs: SignInEpochs,
  ) {}

  /** Keeps all rows in one statement. Returns false, and keeps none, when the user may no longer sign in or the grant has ended. */
  async keepAll(rows: PayloadRow[]): Promise<boolean> {
    const values = [
      rows.map(({ kind }) => kind),
      rows.map(({ key }) => key),
      rows.map(({ payload }) => JSON.stringify(payload)),
      rows.map(({ user_id }) => user_id),
      rows.map(({ grant_id }) => grant_id),
      rows.map(({ uid }) => uid),
      rows.map(({ client_id }) => client_id),
      rows.map(({ seconds }) => seconds),
      rows.filter(({ kind }) => kind === 'Grant').map(({ key }) => key),
      rows.map(({ user_id }) => this.epochs.of(user_id)),
    ];
    return (await this.transactions.current.query<unknown[]>(keepAll, values)).length === rows.length;
  }

  async find(kind: StoredKind, id: string): Promise<FoundPayload | undefined> {
    const [row] = await this.transactions.current.query<FoundPayload[]>(
      `SELECT payload, grant_id, extract(epoch FROM consumed_at)::int AS consumed, ${signInOfRow}
       WHERE kind = $1 AND p.id = $2 AND expires_at > now()`,
      [kind, payloadKey(kind, id)],
    );
    return this.noted(row);
  }

  async findByUid(kind: StoredKind, uid: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.transactions.current.query<(Pick<FoundPayload, 'payload'> & SignInOfRow)[]>(
      `SELECT payload, ${signInOfRow} WHERE uid = $1 AND kind = $2 AND expires_at > now()`,
      [uid, kind],
    );
    return this.noted(row)?.payload;
  }

  /** Keeps the answer that a refresh token got. Returns false when the code or token was used before. */
  async use({ kind, id }: UsedPayload, answer: SealedAnswer | undefined, answerSeconds: number): Promise<boolean> {
    const used = await this.transactions.open.query<unknown[]>(
      `WITH used AS (UPDATE oauth_payload SET consumed_at = now() WHERE kind = $1 AND id = $2 AND consumed_at IS NULL
       RETURNING id, user_id, grant_id),
     answered AS (INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, expires_at)
       SELECT 'RefreshAnswer', id, $3::json, user_id, grant_id, now() + make_interval(secs => $4) FROM used
       WHERE $3::json IS NOT NULL)
     SELECT id FROM used`,
      [kind, payloadKey(kind, id), answer ? JSON.stringify(answer) : null, answerSeconds],
    );
    return used.length > 0;
  }

  async findAnswer(refreshToken: string): Promise<SealedAnswer | undefined> {
    const [row] = await this.transactions.current.query<{ payload: SealedAnswer }[]>(
      `SELECT payload FROM oauth_payload WHERE kind = 'RefreshAnswer' AND id = $1 AND expires_at > clock_timestamp()`,
      [payloadKey('RefreshToken', refreshToken)],
    );
    return row?.payload;
  }

  async findGrantId({ kind, id }: UsedPayload): Promise<string | null> {
    const [row] = await this.transactions.current.query<Pick<FoundPayload, 'grant_id'>[]>(
      'SELECT grant_id FROM oauth_payload WHERE kind = $1 AND id = $2',
      [kind, payloadKey(kind, id)],
    );
    return row?.grant_id ?? null;
  }

  /** Returns false when the token was spent before. The row names no user, because it must outlive the user's sessions. */
  async spend({ token, seconds }: SingleUse): Promise<boolean> {
    const rows = await this.transactions.open.query<unknown[]>(
      `INSERT INTO oauth_payload (kind, id, payload, expires_at)
     VALUES ('SubjectToken', $1, '{}', now() + make_interval(secs => $2)) ON CONFLICT DO NOTHING RETURNING 1`,
      [digestOf(token), seconds],
    );
    return rows.length > 0;
  }

  async widenGrant(grantId: string, more: object, seconds: number): Promise<boolean> {
    const [widened] = await this.transactions.current.query<[unknown[], number]>(
      `UPDATE oauth_payload SET payload = (payload::jsonb || $2)::json, expires_at = now() + make_interval(secs => $3)
       WHERE kind = 'Grant' AND id = $1 AND expires_at > now() RETURNING id`,
      [grantId, JSON.stringify(more), seconds],
    );
    return widened.length > 0;
  }

  async remove(kind: StoredKind, id: string): Promise<void> {
    await this.transactions.of(OAuthPayloadEntity).delete({ kind, id: payloadKey(kind, id) });
  }

  /** Deletes a grant, then everything that refers to it. Returns what refers to it. */
  async endGrant(grantId: string): Promise<EndedPayload[]> {
    const tx = this.transactions.open;
    await tx.query(`DELETE FROM oauth_payload WHERE kind = 'Grant' AND id = $1`, [grantId]);
    const [ended] = await tx.query<[EndedPayload[], number]>(
      `DELETE FROM oauth_payload WHERE grant_id = $1 RETURNING kind, id, extract(epoch FROM expires_at)::int AS expires`,
      [grantId],
    );
    return ended;
  }

  /** Deletes a user's grants, then everything else of the user. Returns everything else. */
  async endUser(userId: string): Promise<EndedPayload[]> {
    const tx = this.transactions.open;
    await this.beginEpoch(userId);
    await tx.query(`DELETE FROM oauth_payload WHERE user_id = $1 AND kind = 'Grant'`, [userId]);
    const [ended] = await tx.query<[EndedPayload[], number]>(
      `DELETE FROM oauth_payload WHERE user_id = $1 RETURNING kind, id, extract(epoch FROM expires_at)::int AS expires`,
      [userId],
    );
    return ended;
  }

  async findGrantOf(jti: string): Promise<string | null> {
    const [row] = await this.transactions.current.query<Pick<FoundPayload, 'grant_id'>[]>(
      `SELECT grant_id FROM oauth_payload WHERE kind = 'AccessToken' AND id = $1`,
      [jti],
    );
    return row?.grant_id ?? null;
  }

  /**
   * Like `endUser`, but keeps a grant, what belongs to it, and the browser's session with it. The text of a session is searched,
   * because PostgreSQL reads no member of a document that holds a NUL. Quotes inside a value are escaped there.
   */
  async endOthers(userId: string, keptGrantId: string | null): Promise<EndedPayload[]> {
    const tx = this.transactions.open;
    await this.beginEpoch(userId);
    await tx.query(`DELETE FROM oauth_payload WHERE user_id = $1 AND kind = 'Grant' AND id IS DISTINCT FROM $2`, [
      userId,
      keptGrantId,
    ]);
    const [ended] = await tx.query<[EndedPayload[], number]>(
      `DELETE FROM oauth_payload
       WHERE user_id = $1 AND NOT (kind = 'Grant' AND id IS NOT DISTINCT FROM $2)
         AND ($2::text IS NULL OR grant_id IS DISTINCT FROM $2)
         AND ($2::text IS NULL OR kind <> 'Session' OR strpos(payload::text, '"grantId":"' || $2 || '"') = 0)
       RETURNING kind, id, extract(epoch FROM expires_at)::int AS expires`,
      [userId, keptGrantId],
    );
    return ended;
  }

  /** Deletes a client's grants, then everything else of the client. */
  async endClient(clientId: string): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(`DELETE FROM oauth_payload WHERE client_id = $1 AND kind = 'Grant'`, [clientId]);
    await tx.query('DELETE FROM oauth_payload WHERE client_id = $1', [clientId]);
  }

  async countAnonymous(limit: number): Promise<number> {
    const [found] = await this.transactions.current.query<{ rows: number }[]>(
      `SELECT count(*)::int AS rows FROM (
         (SELECT FROM oauth_payload WHERE user_id IS NULL AND kind IN ('Interaction', 'Session') LIMIT $1)
         UNION ALL (SELECT FROM oauth_payload WHERE user_id IS NULL AND kind = 'DeviceCode' LIMIT $1)) kept`,
      [limit],
    );
    return found?.rows ?? 0;
  }

  async purge(limit: number): Promise<number> {
    const [, removed] = await this.transactions.current.query<[unknown[], number]>(
      `DELETE FROM oauth_payload WHERE (kind, id) IN (SELECT kind, id FROM oauth_payload
           WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    return removed;
  }

  private noted<Row extends SignInOfRow>(row: Row | undefined): Row | undefined {
    if (row && row.user_id !== null && row.epoch !== null) this.epochs.note(row.user_id, row.epoch);
    return row;
  }

  private async beginEpoch(userId: string): Promise<void> {
    await this.transactions.open.query('UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1', [userId]);
  }
}
