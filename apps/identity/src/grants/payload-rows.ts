import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { EntityManager } from 'typeorm';
import { maySignIn } from '../users/stored-users.js';

export type StoredKind = 'Session' | 'Interaction' | 'Grant' | 'AuthorizationCode' | 'RefreshToken';

interface PayloadRow {
  kind: string;
  key: string;
  payload: object;
  user_id?: string | undefined;
  grant_id?: string | undefined;
  uid?: string | undefined;
  client_id?: string | undefined;
}

const grantLives = (id: string): string =>
  `EXISTS (SELECT FROM oauth_payload WHERE kind = 'Grant' AND id = ${id} AND expires_at > now() FOR SHARE)`;

/**
 * False when the user may no longer sign in, or the grant has ended: then nothing is kept. Both are locked, so that whoever
 * ends them waits for this row, or is seen.
 */
export async function keep(tx: EntityManager, row: PayloadRow, seconds: number): Promise<boolean> {
  const kept = await tx.query<unknown[]>(
    `INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, uid, client_id, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8)
     WHERE ($4::text IS NULL OR EXISTS (${maySignIn('$4')} FOR SHARE)) AND ($5::text IS NULL OR ${grantLives('$5')})
     ON CONFLICT (kind, id) DO UPDATE SET payload = EXCLUDED.payload, user_id = EXCLUDED.user_id,
       grant_id = EXCLUDED.grant_id, uid = EXCLUDED.uid, client_id = EXCLUDED.client_id, expires_at = EXCLUDED.expires_at
     RETURNING id`,
    [
      row.kind,
      row.key,
      JSON.stringify(row.payload),
      row.user_id ?? null,
      row.grant_id ?? null,
      row.uid ?? null,
      row.client_id ?? null,
      seconds,
    ],
  );
  return kept.length > 0;
}

export function rowOf(kind: StoredKind, id: string, payload: AdapterPayload): PayloadRow {
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
  return kind === 'Grant' ? id : createHash('sha256').update(id).digest('base64url');
}
