import { signingSecrets } from '@ces/contracts/client-secrets';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/bus';
import { SecretSealer } from '@ces/service/sealer';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A change of a client's secrets is seen this much later at the most. */
const cacheMs = 10_000;

/** The secrets of clients, as identity has them; sealed on the way, open only here in memory. */
@Injectable()
export class ClientSecrets {
  private readonly cache = new LRUCache<string, string[]>({
    max: 10_000,
    ttl: cacheMs,
    fetchMethod: (id) => this.ask(id),
    // While identity is away no secret can change.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

  constructor(
    private readonly bus: Bus,
    private readonly sealer: SecretSealer,
  ) {}

  /** The one that signs first, then another that is alive. Empty: there is no such client any more. */
  async of(clientId: string): Promise<readonly string[]> {
    return (await this.cache.fetch(clientId)) ?? [];
  }

  /** They are asked for anew at the next delivery. */
  forget(clientId: string): void {
    this.cache.delete(clientId);
  }

  private async ask(id: string): Promise<string[]> {
    try {
      const { sealed } = await this.bus.call(signingSecrets, { id });
      return sealed.map((each) => this.sealer.open(each, id));
    } catch (error) {
      if (error instanceof Problem && error.code === 'client-not-found') return [];
      throw error;
    }
  }
}
