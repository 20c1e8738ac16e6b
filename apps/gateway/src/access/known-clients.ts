import type { ClientsActedFor } from '@ces/auth/clients-acted-for';
import { getClient } from '@ces/contracts/identity/clients';
import { clientMissing, faulty, Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** With the time of a call, a deleted client is refused at every gateway within five seconds, like its own tokens. */
const freshMs = 4_000;

interface Kind {
  public: boolean;
}

/** Remembers for a short time that a client exists, because consoles name it with every call. */
@Injectable()
export class KnownClients implements ClientsActedFor {
  private readonly known = new LRUCache<string, Kind>({ max: 10_000, ttl: freshMs });

  constructor(private readonly bus: Bus) {}

  async demand(id: string): Promise<void> {
    await this.find(id);
  }

  async demandSecret(id: string): Promise<void> {
    const client = await this.find(id);
    if (!client.public) return;
    const detail =
      'names a public client. It has no secret to sign deliveries with, so it can have no webhooks or listeners.';
    throw faulty('parameter-invalid', [{ pointer: 'On-Behalf-Of', code: 'client-public', detail }]);
  }

  private async find(id: string): Promise<Kind> {
    const known = this.known.get(id);
    if (known) return known;
    try {
      const client = { public: (await this.bus.call(getClient, { id })).public };
      this.known.set(id, client);
      return client;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'client-not-found') throw error;
      throw clientMissing('The client that On-Behalf-Of names does not exist.');
    }
  }
}
