import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { errors } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { Nats } from '../nats.js';
import { newId } from './ids.js';
import { LeaseStore, type ClaimedLease, type Lease } from './lease.store.js';
import { fenced } from './transactions.js';

/** A frozen holder loses its lease after this time. */
const leaseSeconds = 15;
/** A holder stops the work this long before its lease expires. */
const marginMs = 3_000;
/** A holder renews a lease that lasts no longer than this. */
const dueSeconds = 11;
/** How often a holder looks whether its lease is due or suspected. */
const lookMs = 700;
/** How often a holder renews its leases, without a look before, while nobody can take it for dead. */
const calmMs = 5_000;
/** Timers that were set for one moment fire some milliseconds apart. */
const sameMomentMs = 10;
/** How often a replica tries to claim a lease, and when a failed look is repeated. */
const retryMs = 800;
const probeMs = 1_000;
/** The time in which a holder that does not listen must renew its lease. */
const suspectSeconds = 1.4;
/** A holder that has lost NATS defends its leases for this time, so that it can find another server of the cluster. */
const defendMs = 5_000;

/**
 * Work of the replica that holds a lease. It must end soon after `lost` is aborted. `formerEndedAt` is when the former
 * holder's lease ended, by the database's clock; null if there was none.
 */
export type LeasedWork<T = void> = (lost: AbortSignal, formerEndedAt: string | null) => Promise<T>;

interface HeldLease extends ClaimedLease {
  claimedAt: number;
  /** True if this process stopped the work because it could not renew the lease. */
  lost: boolean;
  /** True if this process has left a suspected lease to the others. */
  givenAway: boolean;
}

/**
 * Gives a piece of work to one replica of a service. A lease is a row that expires by the database's clock: a frozen
 * holder loses it after 15 s. A replica that waits probes the holder on the holder's own NATS subject. If nothing
 * listens there, the holder is dead or in another part of a split network. The waiting replica then shortens the lease,
 * and a living holder renews it. So the lease of a dead holder is taken within 3 s. Each change of the holder raises
 * the fence, and a transaction of a former holder is rolled back. Where no living holder can be suspected, it looks
 * rarely.
 */
@Injectable()
export class Leases implements BeforeApplicationShutdown {
  readonly self = newId();
  private readonly logger = new Logger('Leases');
  private readonly stopped = new AbortController();
  private readonly running: Promise<void>[] = [];
  private listening: Promise<void> | undefined;
  private looking: Promise<(Lease & { left: number })[]> | undefined;
  private due: HeldLease[] = [];
  private renewing: Promise<Lease[]> | undefined;
  private cutOffAt = -Infinity;
  /** True when a probe of this process has reached it on the present connection to NATS. */
  private reached = false;
  /** Aborted when a look must not wait any longer. */
  private calm = new AbortController();

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
   * Runs `work` whenever this replica holds the lease in its own name, which says that the process lives. A process
   * that is cut off from NATS lives, too.
   */
  attend(word: string, work: LeasedWork): void {
    this.hold(`${word} ${this.self}`, work);
  }

  /**
   * Runs `work` once if no living replica holds the lease; returns undefined while another one holds it. Work that
   * succeeds removes the lease.
   */
  async attempt<T>(name: string, work: LeasedWork<T>): Promise<T | undefined> {
    this.listen();
    const lease = (await this.isFree(name)) ? await this.claim(name) : undefined;
    if (!lease) return undefined;
    const [ended] = await Promise.allSettled([this.use(lease, work)]);
    if (ended.status === 'fulfilled') {
      await this.store.remove(lease);
      return ended.value;
    }
    await this.release(lease);
    throw ended.reason;
  }

  /** A process that answers lives, although its lease may have expired while it could not reach the database. */
  async answers(holder: string): Promise<boolean> {
    return (await this.probe(holder)) === 'answers';
  }

  namesOf(word: string): Promise<string[]> {
    return this.store.findNames(word);
  }

  /** Ends the work while the service can still finish it, and then lets another replica begin. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.running);
  }

  private async run(name: string, work: LeasedWork): Promise<void> {
    while (!this.stopped.signal.aborted) {
      let restMs = retryMs;
      try {
        const lease = (await this.isFree(name)) ? await this.claim(name) : undefined;
        if (lease) {
          await this.use(lease, work).catch((error: unknown) => {
            this.logger.error({ err: error }, `lease ${name}: the work ended with an error`);
          });
          await this.release(lease);
          // Another replica takes it when it expires, unless this one is faster.
          if (lease.givenAway) restMs += suspectSeconds * 1_000;
        }
      } catch (error) {
        this.logger.warn({ err: error }, `lease ${name}: could not be claimed or released; trying again`);
      }
      await this.pause(restMs, this.stopped.signal);
    }
  }

  private async claim(name: string): Promise<HeldLease | undefined> {
    const claimedAt = performance.now();
    const lease = await this.store.claim(name, this.self, leaseSeconds);
    return lease && { ...lease, claimedAt, lost: false, givenAway: false };
  }

  private async use<T>(lease: HeldLease, work: LeasedWork<T>): Promise<T> {
    const lost = new AbortController();
    const fence = { lease, mayCommit: () => this.store.confirm(lease), isOurs: () => this.store.isOurs(lease) };
    const ended = Promise.allSettled([fenced(fence, () => work(lost.signal, lease.former_ended_at))]);
    void ended.then(() => {
      lost.abort();
    });
    const end = AbortSignal.any([lost.signal, this.stopped.signal]);
    await this.renewUntil(end, lease);
    lease.lost = !end.aborted;
    lost.abort();
    const [result] = await ended;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** Lets another replica claim the lease at once. A lost lease expires by itself, and the waiting replica takes it then. */
  private async release(lease: HeldLease): Promise<void> {
    if (!lease.lost) await this.store.expire(lease);
  }

  private async renewUntil(end: AbortSignal, lease: HeldLease): Promise<void> {
    let usableUntil = lease.claimedAt + leaseSeconds * 1_000 - marginMs;
    let restMs = this.untilNextLook();
    for (;;) {
      const untilLook = Math.max(0, Math.min(restMs, usableUntil - performance.now()));
      await this.pause(untilLook, AbortSignal.any([end, this.calm.signal]));
      const askedAt = performance.now();
      if (end.aborted || askedAt >= usableUntil) return;
      const left = await Promise.race([this.keep(lease), this.pause(usableUntil - askedAt, end)]);
      if (left !== undefined) usableUntil = askedAt + left * 1_000 - marginMs;
      restMs = left === undefined ? retryMs : this.untilNextLook();
    }
  }

  /** Renews the lease if that is due. Returns the seconds that it lasts; undefined if the database does not answer. */
  private async keep(lease: HeldLease): Promise<number | undefined> {
    try {
      if (!this.isCalm) {
        const left = await this.secondsLeft(lease);
        if (left === undefined) return 0;
        lease.givenAway = left <= suspectSeconds && !this.mayDefend(lease);
        if (left > dueSeconds || lease.givenAway) return left;
      }
      return (await this.renew(lease)) ? leaseSeconds : 0;
    } catch (error) {
      this.logger.warn({ err: error }, `lease ${lease.name}: could not be renewed; trying again`);
      return undefined;
    }
  }

  /** Returns undefined if another replica has taken the lease. Looks at the same moment share one statement. */
  private async secondsLeft({ name, fence }: HeldLease): Promise<number | undefined> {
    this.looking ??= this.look();
    return (await this.looking).find((each) => each.name === name && each.fence === fence)?.left;
  }

  /** Returns false if another replica has taken the lease. Renewals of the same moment share one statement. */
  private async renew(lease: HeldLease): Promise<boolean> {
    this.due.push(lease);
    this.renewing ??= this.renewDue();
    return (await this.renewing).some(({ name, fence }) => name === lease.name && fence === lease.fence);
  }

  private async renewDue(): Promise<Lease[]> {
    // A suspected lease does not wait.
    await (this.isCalm ? this.pause(sameMomentMs, this.stopped.signal) : new Promise(setImmediate));
    const { due } = this;
    this.due = [];
    this.renewing = undefined;
    return this.store.renew(due, this.self, leaseSeconds);
  }

  private async look(): Promise<(Lease & { left: number })[]> {
    await new Promise(setImmediate);
    this.looking = undefined;
    return this.store.leasesOf(this.self);
  }

  /** True if no replica holds the lease, also because its holder is dead. */
  private async isFree(name: string): Promise<boolean> {
    const lease = await this.store.findHeld(name);
    if (!lease) return true;
    if ((await this.probe(lease.holder)) !== 'silent') return false;
    await this.store.suspect(lease, suspectSeconds);
    await this.pause(suspectSeconds * 1_000, this.stopped.signal);
    return !(await this.store.findHeld(name));
  }

  /** A holder is silent only if NATS says that nothing listens; a slow holder or an absent NATS is `unknown`. */
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

  /** A holder that has lost NATS for long gives its work away, except the lease in its own name, which no other can use. */
  private mayDefend({ name }: HeldLease): boolean {
    return name.endsWith(this.self) || this.nats.connected || performance.now() - this.cutOffAt < defendMs;
  }

  /**
   * While NATS is one server that reaches this process, nobody else can hear that it is dead. Others hear so at once when
   * it loses its connection.
   */
  private get isCalm(): boolean {
    return this.reached && this.nats.standsAlone;
  }

  /** All leases of a process are looked at in the same moments. */
  private untilNextLook(): number {
    const everyMs = this.isCalm ? calmMs : lookMs;
    const rest = everyMs - (performance.now() % everyMs);
    // A timer may fire a little early.
    return rest < 20 ? rest + everyMs : rest;
  }

  private listen(): void {
    if (this.listening) return;
    this.nats.onDisconnect(() => {
      this.cutOffAt = performance.now();
      this.reached = false;
      this.calm.abort();
      this.calm = new AbortController();
    });
    this.nats.onReconnect(() => void this.reach());
    this.listening = this.answerProbes();
  }

  private async reach(): Promise<void> {
    this.reached = (await this.probe(this.self)) === 'answers';
  }

  private async answerProbes(): Promise<void> {
    const connection = await this.nats.connection();
    connection.subscribe(this.subjectOf(this.self), {
      callback: (error, message) => {
        if (!error) message.respond();
      },
    });
    await this.reach();
  }

  private subjectOf(holder: string): string {
    return this.nats.subject('lease', `${this.nats.settings.service}.${holder}`);
  }

  private pause(ms: number, end: AbortSignal): Promise<undefined> {
    return sleep(ms, undefined, { ref: false, signal: end }).catch(() => undefined);
  }
}
