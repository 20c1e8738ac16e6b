import type { ClientsActedFor } from '@ces/auth/clients-acted-for';
import { getClient } from '@ces/contracts/identity/clients';
import { clientMissing, Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** With the time of a call, a deleted client is refused at every gateway within five seconds, like its own tokens. */
const freshMs = 4_000;

/** Remembers for a short time that a client exists, because consoles name it with every call. */
@Injectable()
export class KnownClients implements ClientsActedFor {
  private readonly known = new LRUCache<string, true>({ max: 10_000, ttl: freshMs });

  constructor(private readonly bus: Bus) {}

  async demand(id: string): Promise<void> {
    if (this.known.has(id)) return;
    try {
      await this.bus.call(getClient, { id });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'client-not-found') throw error;
      throw clientMissing('The client that On-Behalf-Of names does not exist.');
    }
    this.known.set(id, true);
  }
}
