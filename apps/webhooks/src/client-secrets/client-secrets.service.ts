import { signingSecrets } from '@ces/contracts/identity/client-secrets';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { showLookups } from '@ces/messaging/metrics/cache-lookups';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.service.js';
import { Wakes } from '../wakes/wakes.service.js';

/** Secrets of this age are refreshed, while the known ones still sign. */
const freshMs = 10_000;
/** Secrets of this age sign nothing, even while identity is away. With the time of one call, that is under half a minute. */
const oldestMs = 25_000;
const callTimeoutMs = 1_000;

interface Known {
  secrets: readonly string[];
  askedAt: number;
}

/** The signing secrets of clients, asked of identity. They travel sealed, and are open only in this memory. */
@Injectable()
export class ClientSecrets implements OnModuleInit {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 });
  private readonly lookups = showLookups('client-secrets');
  private readonly asking = new Map<string, Promise<readonly string[]>>();

  constructor(
    private readonly bus: Bus,
    private readonly sealer: SecretSealer,
    private readonly clock: Clock,
    private readonly wakes: Wakes,
  ) {}

  onModuleInit(): void {
    this.wakes.listen(({ secrets }) => {
      if (secrets !== undefined) this.forget(secrets);
    });
  }

  /** The secret that signs first, then the other live one. Empty when identity does not know the client. */
  async of(clientId: string): Promise<readonly string[]> {
    return this.atHand(clientId) ?? this.ask(clientId);
  }

  /** Does not wait. Returns undefined when no known secret still counts. */
  atHand(clientId: string): readonly string[] | undefined {
    const known = this.known.get(clientId);
    const age = known ? this.clock.now() - known.askedAt : Infinity;
    const counts = known !== undefined && age >= 0 && age < oldestMs;
    this.lookups[counts ? 'hits' : 'misses'] += 1;
    if (!counts) return undefined;
    if (age >= freshMs) this.ask(clientId).catch(() => undefined);
    return known.secrets;
  }

  /** Makes the next delivery ask identity. An answer under way may be older than the change, so it is not kept. */
  forget(clientId: string): void {
    this.known.delete(clientId);
    this.asking.delete(clientId);
  }

  private ask(id: string): Promise<readonly string[]> {
    const before = this.asking.get(id);
    if (before) return before;
    const askedAt = this.clock.now();
    const asking = this.fetch(id)
      .then((secrets) => {
        if (this.asking.get(id) === asking) this.known.set(id, { secrets, askedAt });
        return secrets;
      })
      .finally(() => {
        if (this.asking.get(id) === asking) this.asking.delete(id);
      });
    this.asking.set(id, asking);
    return asking;
  }

  private async fetch(id: string): Promise<readonly string[]> {
    try {
      // With the caller's idempotency key, identity would record the answer and return it for other clients, too.
      const { sealed } = await outsideOfCalls(() => this.bus.call(signingSecrets, { id }, { timeout: callTimeoutMs }));
      return sealed.map((each) => this.sealer.open(each, id));
    } catch (error) {
      if (error instanceof Problem && error.code === 'client-not-found') return [];
      throw error;
    }
  }
}
