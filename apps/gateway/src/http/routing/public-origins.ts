import { publicOrigins } from '@ces/contracts/identity/clients';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** How long a gateway may miss a change of a client's origins. */
const freshMs = 2_000;

/** The origins of public clients. They are read all at once, so that strangers who invent origins cause no further calls. */
@Injectable()
export class PublicOrigins {
  private readonly known = new LRUCache<'all', Set<string>>({
    max: 1,
    ttl: freshMs,
    // While identity is away the last known origins hold.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () => new Set(await outsideOfCalls(() => this.bus.call(publicOrigins, {}))),
  });

  constructor(private readonly bus: Bus) {}

  /** False also when identity has never answered: a page then cannot read the answer. */
  async has(origin: string): Promise<boolean> {
    const all = await this.known.fetch('all').catch(() => undefined);
    return all?.has(origin) ?? false;
  }
}
