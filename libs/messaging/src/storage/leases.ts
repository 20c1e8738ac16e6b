import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { errors } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from './ids.js';
import { LeaseStore } from './lease.store.js';
import { Nats } from '../nats.js';
import { fenced } from './transactions.js';

/** A frozen holder loses its lease after this time. */
const leaseSeconds = 15;
const renewMs = 4_000;
/** How often another replica asks whether the holder is alive. A dead holder loses its lease after this time. */
const probeMs = 1_000;
/** A holder that could not renew stops this long before its lease expires. */
const marginMs = 3_000;

/** What a replica does while it holds a lease; it ends soon after `lost` is aborted. */
export type LeasedWork = (lost: AbortSignal) => Promise<void>;

/**
 * Elects one replica of a service for a piece of work. A lease is a row that expires by the database's clock, so a frozen
 * holder loses it after 15 s. Each process answers a NATS subject of its own; when nothing answers there, the holder is
 * dead, and another replica takes the lease within about a second. Each takeover raises the fence, and a transaction of a
 * former holder is rolled back.
 */
@Injectable()
export class Leases implements OnApplicationShutdown {
  private readonly logger = new Logger('Leases');
  private readonly self = newId();
  private readonly stopped = new AbortController();
  private readonly running: Promise<void>[] = [];
  private answering: Promise<void> | undefined;

  constructor(
    private readonly store: LeaseStore,
    private readonly nats: Nats,
  ) {}

  /** Runs `work` whenever this replica holds the lease, until the service stops. */
  hold(name: string, work: LeasedWork): void {
    this.running.push(this.run(name, work));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.running);
  }

  private async run(name: string, work: LeasedWork): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const askedAt = performance.now();
      const fence = await this.obtain(name).catch((error: unknown) => {
        this.logger.warn({ err: error }, `lease ${name}: could not be claimed; trying again`);
        return undefined;
      });
      if (fence === undefined) await this.pause(probeMs);
      else await this.use(name, fence, askedAt, work);
    }
  }

  private async obtain(name: string): Promise<string | undefined> {
    await this.answerProbes();
    const fence = await this.store.claim(name, this.self, leaseSeconds);
    if (fence !== undefined) return fence;
    const other = await this.store.find(name);
    if (!other || (await this.isAlive(other.holder))) return undefined;
    return this.store.takeOver(name, this.self, leaseSeconds, other);
  }

  private async use(name: string, fence: string, claimedAt: number, work: LeasedWork): Promise<void> {
    const lost = new AbortController();
    const guard = { confirm: (tx: Parameters<LeaseStore['confirm']>[0]) => this.store.confirm(tx, name, fence) };
    const done = fenced(guard, () => work(lost.signal)).catch((error: unknown) => {
      this.logger.error({ err: error }, `lease ${name}: the work ended with an error`);
    });
    await this.renewUntilLost(name, fence, claimedAt);
    lost.abort();
    await done;
    await this.store.release(name, fence).catch(() => undefined);
  }

  private async renewUntilLost(name: string, fence: string, claimedAt: number): Promise<void> {
    let confirmedAt = claimedAt;
    while (!this.stopped.signal.aborted) {
      const left = leaseSeconds * 1_000 - marginMs - (performance.now() - confirmedAt);
      if (left <= 0) return;
      await this.pause(Math.min(renewMs, left));
      const askedAt = performance.now();
      try {
        if (!(await this.store.renew(name, fence, leaseSeconds))) return;
        confirmedAt = askedAt;
      } catch (error) {
        this.logger.warn({ err: error }, `lease ${name}: could not be renewed; trying again`);
        await this.pause(probeMs);
      }
    }
  }

  /** A holder counts as dead only when NATS says that nothing listens on its subject. */
  private async isAlive(holder: string): Promise<boolean> {
    const connection = this.nats.connected ? this.nats.current : undefined;
    if (!connection) return true;
    try {
      await connection.request(this.subjectOf(holder), undefined, { timeout: probeMs });
      return true;
    } catch (error) {
      return !(error instanceof errors.RequestError && error.isNoResponders());
    }
  }

  private answerProbes(): Promise<void> {
    this.answering ??= (async () => {
      const connection = await this.nats.connection();
      connection.subscribe(this.subjectOf(this.self), {
        callback: (error, message) => {
          // NATS reports a refused subscription here, without a message.
          if (!error) message.respond();
        },
      });
      await connection.flush();
    })();
    return this.answering;
  }

  private subjectOf(holder: string): string {
    return this.nats.subject('lease', `${this.nats.settings.service}.${holder}`);
  }

  private pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { ref: false, signal: this.stopped.signal }).catch(() => undefined);
  }
}
