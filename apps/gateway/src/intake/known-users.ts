import { knownUsers } from '@ces/contracts/users';
import { Bus } from '@ces/messaging/bus';
import { outsideOfCalls } from '@ces/messaging/call-context';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** How long a user is remembered without asking again. */
const rememberMs = 60_000;
const batchSize = 500;

/**
 * Which user ids exist. Asked at every event, so answers are remembered for a minute, and questions that come
 * together go to identity as one call.
 */
@Injectable()
export class KnownUsers {
  private readonly known = new LRUCache<string, true>({ max: 200_000, ttl: rememberMs });
  private asking: { ids: Set<string>; answer: Promise<Set<string>> } | undefined;

  constructor(private readonly bus: Bus) {}

  async has(id: string): Promise<boolean> {
    if (!/^[A-Za-z0-9]{25}$/.test(id)) return false;
    if (this.known.has(id)) return true;
    return (await this.ask(id)).has(id);
  }

  /** The account was closed. */
  forget(id: string): void {
    this.known.delete(id);
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
    // One turn of the event loop: whoever else wants to know joins in.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.asking?.ids === ids) this.asking = undefined;
    const found = new Set(await outsideOfCalls(() => this.bus.call(knownUsers, { user_ids: [...ids] })));
    for (const id of found) this.known.set(id, true);
    return found;
  }
}
