import { PortalCaller, type PortalSessions } from '@ces/auth/portal-caller';
import { clientStanding } from '@ces/contracts/identity/tokens/client-standing';
import { Problem } from '@ces/contracts/problems';
import { findPortalSession, type PortalSession } from '@ces/contracts/webhooks/portal-sessions';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';

/** With the time of two calls, a session ends at every gateway within five seconds. */
const freshMs = 3_000;

/**
 * The sessions of the portal, asked of webhooks. A session lasts as long as the tokens that its client had when the session
 * was made: it ends when the client is deleted, loses a scope, or has all its tokens revoked.
 */
@Injectable()
export class KnownPortalSessions implements PortalSessions {
  private readonly known = new LRUCache<string, PortalCaller>({ max: 10_000, ttl: freshMs });
  private readonly asking = new Map<string, Promise<PortalCaller | undefined>>();

  constructor(private readonly bus: Bus) {}

  async find(token: string): Promise<PortalCaller | undefined> {
    const digest = hash('sha256', token, 'base64url');
    const caller = this.known.get(digest) ?? (await this.askOnce(digest));
    return caller && caller.exp * 1_000 > Date.now() ? caller : undefined;
  }

  private askOnce(digest: string): Promise<PortalCaller | undefined> {
    const asked = this.asking.get(digest) ?? this.ask(digest).finally(() => this.asking.delete(digest));
    this.asking.set(digest, asked);
    return asked;
  }

  private async ask(digest: string): Promise<PortalCaller | undefined> {
    const { session } = await outsideOfCalls(() => this.bus.call(findPortalSession, { digest }));
    if (!session || !(await this.isOfClientNow(session))) return undefined;
    const { id, client_id, webhook_ids, expires_at } = session;
    const caller = new PortalCaller(id, client_id, webhook_ids, Date.parse(expires_at) / 1_000);
    this.known.set(digest, caller);
    return caller;
  }

  private async isOfClientNow({ client_id, client_version }: PortalSession): Promise<boolean> {
    try {
      const { token_version } = await outsideOfCalls(() => this.bus.call(clientStanding, { id: client_id }));
      return token_version === client_version;
    } catch (error) {
      if (error instanceof Problem && error.code === 'client-not-found') return false;
      throw error;
    }
  }
}
