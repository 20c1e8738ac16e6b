import { Problem } from '@ces/contracts/problems';
import { knownUsers } from '@ces/contracts/identity/users';
import { isUserId } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { showLookups } from '@ces/messaging/metrics/cache-lookups';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RevocationWatch } from '../../access/revocation-watch.js';

const rememberMs = 60_000;
/** While identity is away, events of known users are accepted for an hour. */
const rememberAwayMs = 3_600_000;
const batchSize = 500;

/**
 * Knows which user ids exist. Every event asks, so answers are remembered for a minute, and questions that come together
 * go to identity as one call.
 */
@Injectable()
export class KnownUsers {
  private readonly known = new LRUCache<string, number>({ max: 200_000, ttl: rememberAwayMs });
  private readonly lookups = showLookups('known-users');
  /** The ids of each call under way; `forget` removes an id from them. */
  private readonly asked = new Set<Set<string>>();
  private asking: { ids: Set<string>; answer: Promise<Set<string>> } | undefined;

  constructor(
    private readonly bus: Bus,
    revocations: RevocationWatch,
  ) {
    revocations.onRevokedUser((id) => {
      this.forget(id);
    });
  }

  async has(id: string): Promise<boolean> {
    if (!isUserId(id)) return false;
    const knownAt = this.known.get(id);
    const fresh = knownAt !== undefined && performance.now() - knownAt < rememberMs;
    this.lookups[fresh ? 'hits' : 'misses'] += 1;
    if (fresh) return true;
    try {
      return (await this.ask(id)).has(id);
    } catch (error) {
      if (knownAt !== undefined && error instanceof Problem && error.code === 'service-unavailable') return true;
      throw error;
    }
  }

  /** An account that is closed must not be remembered as open, also not by an answer that is under way. */
  private forget(id: string): void {
    this.known.delete(id);
    for (const ids of this.asked) ids.delete(id);
  }

  private ask(id: string): Promise<Set<string>> {
    if (!this.asking || this.asking.ids.size >= batchSize) {
      const ids = new Set<string>();
      this.asking = { ids, answer: this.send(ids) };
    }
    this.asking.ids.add(id);
    return this.asking.answer;
  }

  private async send(ids: Set<string>): Promise<Set<string>> {
    // Other questions of this turn of the event loop join the call.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.asking?.ids === ids) this.asking = undefined;
    this.asked.add(ids);
    const found = new Set(
      await outsideOfCalls(() => this.bus.call(knownUsers, { user_ids: [...ids] }, { timeout: 1_000 })).finally(() =>
        this.asked.delete(ids),
      ),
    );
    for (const id of ids) {
      if (found.has(id)) this.known.set(id, performance.now());
      else this.known.delete(id);
    }
    return found;
  }
}
