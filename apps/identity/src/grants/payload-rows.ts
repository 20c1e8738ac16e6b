import { runPrepared, type Prepared } from '@ces/service/database/prepared';
import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { EntityManager } from 'typeorm';

export type StoredKind = 'Session' | 'Interaction' | 'Grant' | 'AuthorizationCode' | 'RefreshToken';

export interface PayloadRow {
  kind: string;
  key: string;
  payload: object;
  user_id?: string | undefined;
  grant_id?: string | undefined;
  uid?: string | undefined;
  client_id?: string | undefined;
  /** Until it expires. */
  seconds: number;
}

/** A token of somebody else that may be used once. */
export interface SingleUse {
  token: string;
  /** How long it is remembered: until it is refused for its age. */
  seconds: number;
}

/**
 * Locks the user and then the grant, so that whoever ends them waits for these rows, or is seen. In CASE, because the planner
 * would look first for what it finds cheaper, and then they could wait for each other.
 */
const keepAll: Prepared = {
  name: 'keep payloads',
  text: `
    INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, uid, client_id, expires_at)
    SELECT kind, key, payload::json, user_id, grant_id, uid, client_id, now() + make_interval(secs => seconds)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[])
      AS given (kind, key, payload, user_id, grant_id, uid, client_id, seconds)
    WHERE CASE WHEN user_id IS NULL OR EXISTS (SELECT FROM app_user WHERE id = given.user_id AND active AND closed_at IS NULL AND deactivated_at IS NULL FOR SHARE)
      THEN grant_id IS NULL OR grant_id = ANY ($9::text[]) OR EXISTS (SELECT FROM oauth_payload
        WHERE kind = 'Grant' AND id = given.grant_id AND expires_at > now() FOR SHARE) END
    ON CONFLICT (kind, id) DO UPDATE SET payload = EXCLUDED.payload, user_id = EXCLUDED.user_id,
      grant_id = EXCLUDED.grant_id, uid = EXCLUDED.uid, client_id = EXCLUDED.client_id, expires_at = EXCLUDED.expires_at
    RETURNING 1`,
};

/** In one statement. False when the user may no longer sign in, or the grant has ended: then nothing is kept. */
export async function keep(tx: EntityManager, rows: PayloadRow[]): Promise<boolean> {
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
  ];
  return (await runPrepared(tx, keepAll, values)).length === rows.length;
}

export function rowOf(kind: StoredKind, id: string, payload: AdapterPayload): Omit<PayloadRow, 'seconds'> {
  return {
    kind,
    key: keyOf(kind, id),
    payload: kept(kind, payload),
    user_id: payload.accountId ?? payload.session?.accountId ?? payload.result?.login?.accountId,
    grant_id: kind === 'Interaction' ? undefined : payload.grantId,
    uid: payload.uid,
    client_id: payload.clientId,
  };
}

/** Neither the secret itself nor that of the session goes into a row, nor a name that somebody gave who is nobody's user yet. */
function kept(kind: StoredKind, payload: AdapterPayload): object {
  const session = payload.session && { ...payload.session, cookie: undefined };
  const bare = { ...payload, jti: undefined, session };
  if (kind !== 'Interaction') return bare;
  // `returnTo` ends in the secret; whoever reads the row knows it.
  const prompt = payload.prompt && { ...payload.prompt, details: {} };
  return { ...bare, returnTo: undefined, prompt, params: { ...payload.params, login_hint: undefined } };
}

/** A grant's id is no secret and is named by what hangs on it; all others are what their bearer presents. */
export function keyOf(kind: StoredKind, id: string): string {
  return kind === 'Grant' ? id : digestOf(id);
}

/** False when it was used before. The row names no user: it must outlive the end of the user's sessions. */
export async function useOnce(tx: EntityManager, { token, seconds }: SingleUse): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `INSERT INTO oauth_payload (kind, id, payload, expires_at)
     VALUES ('SubjectToken', $1, '{}', now() + make_interval(secs => $2)) ON CONFLICT DO NOTHING RETURNING 1`,
    [digestOf(token), seconds],
  );
  return rows.length > 0;
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
