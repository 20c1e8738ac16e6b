import { signingSecrets } from '@ces/contracts/identity/client-secrets';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.service.js';
import { Wakes } from '../wakes/wakes.service.js';

/** Then they are asked for again, while those at hand still count. */
const freshMs = 10_000;
/** What was asked for longer ago signs nothing, whatever ails identity: with the time of an answer, under half a minute. */
const oldestMs = 25_000;
const patienceMs = 1_000;

interface Known {
  secrets: readonly string[];
  /** By the clock, before the answer came. */
  askedAt: number;
}

/** The secrets of clients, as identity has them; sealed on the way, open only here in memory. */
@Injectable()
export class ClientSecrets implements OnModuleInit {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 });
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

  /** The one that signs first, then another that is alive. Empty: identity says that there is no such client. */
  async of(clientId: string): Promise<readonly string[]> {
    return this.atHand(clientId) ?? this.ask(clientId);
  }

  /** The same, as far as they are known and still count. */
  atHand(clientId: string): readonly string[] | undefined {
    const known = this.known.get(clientId);
    const age = known ? this.clock.now() - known.askedAt : Infinity;
    if (!known || age < 0 || age >= oldestMs) return undefined;
    if (age >= freshMs) this.ask(clientId).catch(() => undefined);
    return known.secrets;
  }

  /** They are asked for anew at the next delivery; an answer that is under way may be of before. */
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
      // Under the key of whoever made us ask, the first answer would be given to all who ask after it.
      const { sealed } = await outsideOfCalls(() => this.bus.call(signingSecrets, { id }, { timeout: patienceMs }));
      return sealed.map((each) => this.sealer.open(each, id));
    } catch (error) {
      if (error instanceof Problem && error.code === 'client-not-found') return [];
      throw error;
    }
  }
}
