import type { Revocations } from '@ces/contracts/clients';
import type { AccessToken } from './access-token.js';

/** Longer than any access token lives: after it a revocation has nothing left to forbid. */
const rememberMs = 20 * 60_000;

/** What has been revoked lately, in memory: asked at every request, fed by polling. */
export class Revoked {
  private readonly tokens = new Map<string, { heardAt: number }>();
  private readonly clients = new Map<string, { heardAt: number; leastVersion: number }>();

  add({ tokens, clients }: Pick<Revocations, 'tokens' | 'clients'>, now = Date.now()): void {
    for (const jti of tokens) this.tokens.set(jti, { heardAt: now });
    for (const { id, least_version } of clients) {
      const leastVersion = Math.max(least_version, this.clients.get(id)?.leastVersion ?? 0);
      this.clients.set(id, { heardAt: now, leastVersion });
    }
    for (const entries of [this.tokens, this.clients]) {
      for (const [key, { heardAt }] of entries) if (heardAt < now - rememberMs) entries.delete(key);
    }
  }

  has(token: AccessToken): boolean {
    return this.tokens.has(token.jti) || token.ver < (this.clients.get(token.client_id)?.leastVersion ?? 0);
  }
}
