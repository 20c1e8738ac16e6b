import type { ClaimedVersion, DeliveryRecord, Recorded } from '../record/delivery-record.js';
import type { QueueState } from '../record/queue-state.js';
import type { Recorder } from '../record/recorder.service.js';

/** A request may begin this long after the last confirmation. So a deleted webhook gets nothing after half a second. */
const freshMs = 500;

/**
 * The right to deliver to one webhook in its claimed version. Each write compares lease and version, and its answer says
 * whether both still stand.
 */
export class Lease {
  private confirmedAt = -Infinity;
  private ours = true;
  private changed = false;

  constructor(
    readonly claimed: ClaimedVersion,
    private readonly recorder: Recorder,
    /** A request that begins within this time after the last confirmation ends before the lease does. */
    private readonly safeMs: number,
    /** With lanes, a lease for an outdated version is still ours, because other requests may be under way. */
    private readonly laned: boolean,
  ) {}

  /** True while requests may begin. */
  get held(): boolean {
    return this.ours && !this.changed;
  }

  /** True until the lease is lost or given back. */
  get kept(): boolean {
    return this.ours;
  }

  /** True if the webhook was changed. */
  get outdated(): boolean {
    return this.changed;
  }

  get fresh(): boolean {
    return this.age < freshMs;
  }

  /** Counts a confirmation by another transaction, asked for at this moment, unless there was a doubt since. */
  confirm(askedAt: number): void {
    if (!this.doubted) this.confirmedAt = Math.max(this.confirmedAt, askedAt);
  }

  get safe(): boolean {
    return this.age < this.safeMs;
  }

  doubt(): void {
    this.confirmedAt = -Infinity;
  }

  get doubted(): boolean {
    return this.confirmedAt === -Infinity;
  }

  lose(): void {
    this.ours = false;
  }

  /** Lets no further request begin, after the webhook was disabled. */
  close(): void {
    if (this.laned) this.changed = true;
    else this.lose();
  }

  async write(record: DeliveryRecord): Promise<void> {
    const askedAt = performance.now();
    this.accept(await this.recorder.record(record));
    this.confirmedAt = askedAt;
    if (record.lease === 'release') this.lose();
  }

  accept(recorded: Recorded | undefined): void {
    this.changed ||= recorded === 'outdated' || recorded === 'erased';
    if (recorded === undefined || (this.changed && !this.laned)) this.lose();
  }

  async release(state: QueueState, dueAt?: Date): Promise<void> {
    if (!this.ours) return;
    this.lose();
    const record: DeliveryRecord = { ...this.claimed, state, lease: 'release', ...(dueAt ? { dueAt } : {}) };
    this.accept(await this.recorder.record(record));
  }

  private get age(): number {
    return performance.now() - this.confirmedAt;
  }
}
