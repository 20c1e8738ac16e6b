import { publicOrigins } from '@ces/contracts/identity/clients';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A set of origins holds this long, also after a failed read. */
const freshMs = 2_000;

/** The origins of public clients. They are read all at once, so that strangers who invent origins cause no further calls. */
@Injectable()
export class PublicOrigins {
  private readonly known = new LRUCache<'all', Set<string>>({
    max: 1,
    ttl: freshMs,
    fetchMethod: (_key, last) => this.read().catch(() => last ?? new Set<string>()),
  });

  constructor(private readonly bus: Bus) {}

  /**
   * A known origin waits for no read, which runs behind the answer. While identity is away the last known origins hold; if it
   * has never answered there are none, and a page cannot read the answer.
   */
  async has(origin: string): Promise<boolean> {
    const isKnown = this.known.peek('all', { allowStale: true })?.has(origin) ?? false;
    const all = this.known.fetch('all');
    return isKnown || ((await all)?.has(origin) ?? false);
  }

  private async read(): Promise<Set<string>> {
    return new Set(await outsideOfCalls(() => this.bus.call(publicOrigins, {})));
  }
}
