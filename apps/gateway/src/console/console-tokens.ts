import { isAccessToken, type AccessToken } from '@ces/auth/access-token';
import { Revoked } from '@ces/auth/revoked';
import { operatorToken } from '@ces/contracts/identity/operators/sessions';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';

interface Held {
  token: string;
  claims: AccessToken;
}

/** A token that ends sooner is replaced, so that none ends between here and the guard. */
const leastMs = 30_000;
/** A session that identity does not know is not asked for again for this long, because a browser repeats its calls. */
const forgetMs = 2_000;

/** The operators' tokens by session. A token of an ended session is dropped as soon as the gateway hears of the end. */
@Injectable()
export class ConsoleTokens {
  private readonly held = new LRUCache<string, Held>({ max: 10_000 });
  private readonly unknown = new LRUCache<string, true>({ max: 10_000, ttl: forgetMs });
  private readonly asking = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly bus: Bus,
    private readonly revoked: Revoked,
  ) {}

  /** Undefined for a session that has ended. */
  async tokenOf(session: string): Promise<string | undefined> {
    const known = this.held.get(session);
    if (known && known.claims.exp * 1_000 > Date.now() + leastMs && !this.revoked.has(known.claims)) return known.token;
    if (this.unknown.has(session)) return undefined;
    const asked = this.asking.get(session) ?? this.ask(session).finally(() => this.asking.delete(session));
    this.asking.set(session, asked);
    return asked;
  }

  private async ask(session: string): Promise<string | undefined> {
    this.held.delete(session);
    try {
      const { token } = await outsideOfCalls(() => this.bus.call(operatorToken, { session }));
      const claims: unknown = decodeJwt(token);
      if (isAccessToken(claims)) this.held.set(session, { token, claims });
      return token;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'session-missing') throw error;
      this.unknown.set(session, true);
      return undefined;
    }
  }
}
