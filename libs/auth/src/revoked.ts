import type { Revocations } from '@ces/contracts/clients';
import type { AccessToken } from './access-token.js';

/** What has been revoked lately, in memory: asked at every request, fed by polling. */
export class Revoked {
  private readonly tokens = new Set<string>();
  private readonly clients = new Map<string, number>();

  private readonly users = new Map<string, number>();

  add({ tokens, clients, users = [] }: Pick<Revocations, 'tokens' | 'clients' | 'users'>): void {
    for (const jti of tokens) this.tokens.add(jti);
    for (const { id, least_version } of clients)
      this.clients.set(id, Math.max(least_version, this.clients.get(id) ?? 0));
    for (const { id, issued_until } of users) this.users.set(id, Math.max(issued_until, this.users.get(id) ?? 0));
  }

  has(token: AccessToken): boolean {
    if (this.tokens.has(token.jti) || token.ver < (this.clients.get(token.client_id) ?? 0)) return true;
    return token.token_use === 'user' && token.iat <= (this.users.get(token.sub) ?? 0);
  }
}
