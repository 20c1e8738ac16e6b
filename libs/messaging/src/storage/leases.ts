import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { errors } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { Nats } from '../nats.js';
import { newId } from './ids.js';
import { LeaseStore } from './lease.store.js';
import { fenced } from './transactions.js';

/** A frozen holder loses its lease after this time. */
const leaseSeconds = 15;
/** A holder that cannot renew its lease stops the work before the lease expires. */
const usableMs = 12_000;
const renewMs = 4_000;
/** How often a replica tries to claim a lease, and how soon a renewal that failed is tried again. */
const retryMs = 800;
/** How long a holder has to answer a probe. */
const probeMs = 1_000;

/** Work of the replica that holds a lease. It ends soon after `lost` is aborted. */
export type LeasedWork = (lost: AbortSignal) => Promise<void>;

interface HeldLease {
  name: string;
  fence: string;
  claimedAt: number;
}

/**
 * Elects one replica of a service for a piece of work. A lease is a row that expires by the database's clock: a frozen
 * holder loses it after 15 s. Each process answers probes on a NATS subject of its own: when nothing listens there twice
 * in a row, the holder is dead, and another replica takes the lease within 3 s of the death. Each change of the holder
 * raises the fence, and a transaction of a former holder is rolled back.
 */
@Injectable()
export class Leases implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Leases');
  private readonly self = newId();
  private readonly stopped = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(
    private readonly store: LeaseStore,
    private readonly nats: Nats,
  ) {}

  /** Runs `work` whenever this replica holds the lease, until the service stops. */
  hold(name: string, work: LeasedWork): void {
    if (this.running.length === 0) void this.answerProbes();
    this.running.push(this.run(name, work));
  }

  /** Ends the work while the service can still finish it, and lets another replica begin. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.running);
  }

  private async run(name: string, work: LeasedWork): Promise<void> {
    let silent: string | undefined;
    while (!this.stopped.signal.aborted) {
      try {
        const other = await this.store.findHeld(name);
        const silentBefore = silent;
        silent = other && (await this.isSilent(other.holder)) ? other.fence : undefined;
        if (!other) await this.claim(name, work);
        else if (silent !== undefined && silent === silentBefore) {
          await this.store.expire(name, silent);
          continue;
        }
      } catch (error) {
        this.logger.warn({ err: error }, `lease ${name}: could not be claimed or released; trying again`);
      }
      await this.pause(retryMs, this.stopped.signal);
    }
  }

  private async claim(name: string, work: LeasedWork): Promise<void> {
    const claimedAt = performance.now();
    const fence = await this.store.claim(name, this.self, leaseSeconds);
    if (fence !== undefined) await this.use({ name, fence, claimedAt }, work);
  }

  private async use(lease: HeldLease, work: LeasedWork): Promise<void> {
    const { name, fence } = lease;
    const lost = new AbortController();
    const confirm = (): Promise<boolean> => this.store.confirm(name, fence);
    const ended = fenced(confirm, () => work(lost.signal))
      .catch((error: unknown) => {
        this.logger.error({ err: error }, `lease ${name}: the work ended with an error`);
      })
      .finally(() => {
        lost.abort();
      });
    await this.renewUntil(AbortSignal.any([lost.signal, this.stopped.signal]), lease);
    lost.abort();
    await ended;
    await this.store.expire(name, fence);
  }

  /** Renews the lease until it is lost or `end` is aborted. */
  private async renewUntil(end: AbortSignal, lease: HeldLease): Promise<void> {
    let usableUntil = lease.claimedAt + usableMs;
    let pauseMs = renewMs;
    for (;;) {
      await this.pause(Math.min(pauseMs, usableUntil - performance.now()), end);
      const askedAt = performance.now();
      if (end.aborted || askedAt >= usableUntil) return;
      const renewed = await Promise.race([this.renew(lease), this.pause(usableUntil - askedAt, end)]);
      if (renewed === false) return;
      if (renewed) usableUntil = askedAt + usableMs;
      pauseMs = renewed ? renewMs : retryMs;
    }
  }

  /** Returns undefined when the database does not answer. */
  private async renew({ name, fence }: HeldLease): Promise<boolean | undefined> {
    try {
      return await this.store.renew(name, fence, leaseSeconds);
    } catch (error) {
      this.logger.warn({ err: error }, `lease ${name}: could not be renewed; trying again`);
      return undefined;
    }
  }

  /** A holder is silent when NATS says that nothing listens; a slow holder, or a NATS that is away, is not enough. */
  private async isSilent(holder: string): Promise<boolean> {
    const connection = this.nats.connected ? this.nats.current : undefined;
    if (!connection) return false;
    try {
      await connection.request(this.subjectOf(holder), undefined, { timeout: probeMs });
      return false;
    } catch (error) {
      return error instanceof errors.RequestError && error.isNoResponders();
    }
  }

  private async answerProbes(): Promise<void> {
    const connection = await this.nats.connection();
    connection.subscribe(this.subjectOf(this.self), {
      callback: (error, message) => {
        if (!error) message.respond();
      },
    });
  }

  private subjectOf(holder: string): string {
    return this.nats.subject('lease', `${this.nats.settings.service}.${holder}`);
  }

  private pause(ms: number, end: AbortSignal): Promise<undefined> {
    return sleep(ms, undefined, { ref: false, signal: end }).catch(() => undefined);
  }
}
