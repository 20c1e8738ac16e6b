import type { Revocations } from '@ces/contracts/identity/tokens/revocations';
import type { AccessToken } from './access-token.js';

/** Access tokens live for less than this, so older revocations have no effect. */
const rememberMs = 20 * 60_000;

/** A client's least valid token version, or the second up to which a user's tokens are revoked. It only grows. */
interface Bound {
  heardAt: number;
  value: number;
}

/** Keeps recent revocations in memory, because every request asks for them. The gateway feeds it by polling. */
export class Revoked {
  /** True after the first complete read. Before that no token can be accepted. */
  complete = false;
  private readonly tokens = new Map<string, { heardAt: number }>();
  private readonly clients = new Map<string, Bound>();
  private readonly users = new Map<string, Bound>();

  add({ tokens, clients, users = [] }: Pick<Revocations, 'tokens' | 'clients' | 'users'>, now = Date.now()): void {
    for (const jti of tokens) this.tokens.set(jti, { heardAt: now });
    for (const { id, least_version } of clients) raise(this.clients, id, least_version, now);
    for (const { id, issued_until } of users) raise(this.users, id, issued_until, now);
    for (const entries of [this.tokens, this.clients, this.users]) {
      for (const [key, { heardAt }] of entries) if (heardAt < now - rememberMs) entries.delete(key);
    }
  }

  has(token: AccessToken): boolean {
    if (token.token_use === 'operator') return this.hasOperator(token);
    if (this.tokens.has(token.jti) || token.ver < (this.clients.get(token.client_id)?.value ?? 0)) return true;
    return token.token_use === 'user' && token.iat <= (this.users.get(token.sub)?.value ?? 0);
  }

  /** The list has versions of operators among those of clients, and ids of sessions among those of tokens. */
  private hasOperator({ jti, sid, sub, ver }: AccessToken): boolean {
    if (this.tokens.has(jti) || (sid !== undefined && this.tokens.has(sid))) return true;
    return ver < (this.clients.get(sub)?.value ?? 0);
  }

  /** Tokens of this user were revoked lately, perhaps because the account was closed. */
  hasUser(id: string): boolean {
    return this.users.has(id);
  }
}

function raise(bounds: Map<string, Bound>, id: string, value: number, heardAt: number): void {
  bounds.set(id, { heardAt, value: Math.max(value, bounds.get(id)?.value ?? 0) });
}
