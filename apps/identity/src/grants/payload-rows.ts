import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';

export type StoredKind = 'Session' | 'Interaction' | 'Grant' | 'AuthorizationCode' | 'DeviceCode' | 'RefreshToken';

export interface PayloadRow {
  kind: string;
  key: string;
  payload: object;
  user_id?: string | undefined;
  grant_id?: string | undefined;
  uid?: string | undefined;
  client_id?: string | undefined;
  /** Seconds until it expires. */
  seconds: number;
}

export interface UsedPayload {
  kind: StoredKind;
  id: string;
}

/** A token of a foreign issuer that is accepted once. */
export interface SingleUse {
  token: string;
  /** Seconds that its use is remembered: until the token is too old to be accepted anyway. */
  seconds: number;
}

export function rowOf(kind: StoredKind, id: string, payload: AdapterPayload): Omit<PayloadRow, 'seconds'> {
  return {
    kind,
    key: payloadKey(kind, id),
    payload: storedPart(kind, payload),
    // The session may be that of another user, who was signed in before.
    user_id: accountIn(payload.result) ?? payload.accountId ?? payload.session?.accountId,
    grant_id: kind === 'Interaction' ? undefined : payload.grantId,
    uid: payload.userCode === undefined ? payload.uid : userCodeKey(payload.userCode),
    client_id: payload.clientId,
  };
}

/** The account of a sign-in that is under way, also while the second factor is missing. */
function accountIn(result: AdapterPayload['result']): string | undefined {
  return result?.login?.accountId ?? (result?.['half_signed_in'] as { id: string } | undefined)?.id;
}

/** A row holds neither its own secret nor the session's, nor a name that belongs to no user yet. */
function storedPart(kind: StoredKind, payload: AdapterPayload): object {
  const session = payload.session && { ...payload.session, cookie: undefined };
  const bare = { ...payload, jti: undefined, userCode: undefined, session };
  if (kind !== 'Interaction') return bare;
  // `returnTo` ends in the secret; the adapter appends it again on reading.
  const prompt = payload.prompt && { ...payload.prompt, details: {} };
  return { ...bare, returnTo: undefined, prompt, params: { ...payload.params, login_hint: undefined } };
}

/** A grant's id is no secret, and other rows refer to it. Every other id is a secret that its bearer presents. */
export function payloadKey(kind: StoredKind, id: string): string {
  return kind === 'Grant' ? id : digestOf(id);
}

/** Stored in the place of a uid. */
export function userCodeKey(userCode: string): string {
  return digestOf(`user code ${userCode}`);
}

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
