import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { errors } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { Nats } from '../nats.js';
import { newId } from './ids.js';
import { LeaseStore, type Lease } from './lease.store.js';
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
/** A holder is dead when nothing has listened for it for this long. */
const deadMs = 700;
/** How often a holder looks whether a renewal is due. */
const tickMs = 300;
/** How long a holder that has lost NATS defends its leases, so that it can find another server of the cluster. */
const defendMs = 5_000;

/** Work of the replica that holds a lease. It ends soon after `lost` is aborted. */
export type LeasedWork<T = void> = (lost: AbortSignal) => Promise<T>;

interface HeldLease {
  name: string;
  fence: string;
  claimedAt: number;
}

interface Silence {
  lease: Lease;
  since: number;
}

/**
 * Gives a piece of work to one replica of a service. A lease is a row that expires by the database's clock: a frozen
 * holder loses it after 15 s. Each process answers probes on a NATS subject of its own: when nothing listens there twice
 * in a row and the lease is not renewed in between, the holder is dead, and another replica takes the lease within 3 s of
 * the death. A holder that has lost NATS therefore renews its leases at every tick, for a while. Each change of the holder
 * raises the fence, and a transaction of a former holder is rolled back.
 */
@Injectable()
export class Leases implements BeforeApplicationShutdown {
  /** Names this process among all holders. */
  readonly self = newId();
  private readonly logger = new Logger('Leases');
  private readonly stopped = new AbortController();
  private readonly running: Promise<void>[] = [];
  /** Leases whose holder did not listen, by their names. */
  private readonly silences = new Map<string, Silence>();
  private listening: Promise<void> | undefined;
  /** The moment at which NATS was lost. */
  private cutOffAt = -Infinity;

  constructor(
    private readonly store: LeaseStore,
    private readonly nats: Nats,
  ) {}

  /** Runs `work` whenever this replica holds the lease, until the service stops. */
  hold(name: string, work: LeasedWork): void {
    this.listen();
    this.running.push(this.run(name, work));
  }

  /**
   * Runs `work` once if no living replica holds the lease, and returns its result; undefined while another one holds it.
   * Work that succeeds removes the lease.
   */
  async attempt<T>(name: string, work: LeasedWork<T>): Promise<T | undefined> {
    this.listen();
    const lease = (await this.isFree(name)) ? await this.claim(name) : undefined;
    if (!lease) return undefined;
    const [ended] = await Promise.allSettled([this.use(lease, work)]);
    if (ended.status === 'fulfilled') {
      await this.store.remove(name, lease.fence);
      return ended.value;
    }
    await this.store.expire(name, lease.fence);
    throw ended.reason;
  }

  /** True if this process lives, although its lease may have expired while it was away from the database. */
  async answers(holder: string): Promise<boolean> {
    return (await this.probe(holder)) === 'answers';
  }

  /** The names of all leases that begin with this word. */
  namesOf(word: string): Promise<string[]> {
    return this.store.findNames(word);
  }

  /** Ends the work while the service can still finish it, and lets another replica begin. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.running);
  }

  private async run(name: string, work: LeasedWork): Promise<void> {
    while (!this.stopped.signal.aborted) {
      try {
        const lease = (await this.isFree(name)) ? await this.claim(name) : undefined;
        if (lease) {
          await this.use(lease, work).catch((error: unknown) => {
            this.logger.error({ err: error }, `lease ${name}: the work ended with an error`);
          });
          await this.store.expire(name, lease.fence);
        }
      } catch (error) {
        this.logger.warn({ err: error }, `lease ${name}: could not be claimed or released; trying again`);
      }
      await this.pause(retryMs, this.stopped.signal);
    }
  }

  private async claim(name: string): Promise<HeldLease | undefined> {
    const claimedAt = performance.now();
    const fence = await this.store.claim(name, this.self, leaseSeconds);
    return fence === undefined ? undefined : { name, fence, claimedAt };
  }

  /** Runs the work, and renews its lease meanwhile. */
  private async use<T>(lease: HeldLease, work: LeasedWork<T>): Promise<T> {
    const { name, fence } = lease;
    const lost = new AbortController();
    const confirm = (): Promise<boolean> => this.store.confirm(name, fence);
    const ended = Promise.allSettled([fenced(confirm, () => work(lost.signal))]);
    void ended.then(() => {
      lost.abort();
    });
    await this.renewUntil(AbortSignal.any([lost.signal, this.stopped.signal]), lease);
    lost.abort();
    const [result] = await ended;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** Renews the lease until it is lost or `end` is aborted. */
  private async renewUntil(end: AbortSignal, lease: HeldLease): Promise<void> {
    let usableUntil = lease.claimedAt + usableMs;
    let dueAt = lease.claimedAt + renewMs;
    for (;;) {
      await this.pause(Math.min(tickMs, usableUntil - performance.now()), end);
      const askedAt = performance.now();
      if (end.aborted || askedAt >= usableUntil) return;
      if (askedAt < dueAt && !this.mustDefend(askedAt)) continue;
      const renewed = await Promise.race([this.renew(lease), this.pause(usableUntil - askedAt, end)]);
      if (renewed === false) return;
      if (renewed) usableUntil = askedAt + usableMs;
      dueAt = askedAt + (renewed ? renewMs : retryMs);
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

  /** True if nobody holds the lease; also ends the lease of a dead holder. */
  private async isFree(name: string): Promise<boolean> {
    const lease = await this.store.findHeld(name);
    if (!lease || !(await this.isSilent(lease.holder))) {
      this.silences.delete(name);
      return !lease;
    }
    const before = this.silences.get(name);
    if (before?.lease.fence !== lease.fence || before.lease.expires !== lease.expires) {
      this.silences.set(name, { lease, since: performance.now() });
      return false;
    }
    if (performance.now() - before.since < deadMs) return false;
    await this.store.expire(name, lease.fence);
    return true;
  }

  /** A holder is silent when NATS says that nothing listens; a slow holder, or a NATS that is away, is not enough. */
  private async isSilent(holder: string): Promise<boolean> {
    return (await this.probe(holder)) === 'silent';
  }

  private async probe(holder: string): Promise<'answers' | 'silent' | 'unknown'> {
    const connection = this.nats.connected ? this.nats.current : undefined;
    if (!connection) return 'unknown';
    try {
      await connection.request(this.subjectOf(holder), undefined, { timeout: probeMs });
      return 'answers';
    } catch (error) {
      return error instanceof errors.RequestError && error.isNoResponders() ? 'silent' : 'unknown';
    }
  }

  private mustDefend(now: number): boolean {
    return !this.nats.connected && now - this.cutOffAt < defendMs;
  }

  private listen(): void {
    if (this.listening) return;
    this.nats.onDisconnect(() => {
      this.cutOffAt = performance.now();
    });
    this.listening = this.answerProbes();
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
