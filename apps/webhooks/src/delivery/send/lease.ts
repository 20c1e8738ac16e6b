import type { QueueState } from '../record/queue-state.js';
import type { Claim } from '../claim/claim.store.js';
import type { Settlement, Settlements, Word } from '../record/record.store.js';

/** A word of the database may be so old when a request is begun: so soon after it was deleted nothing is sent. */
const freshMs = 500;

/**
 * The right to deliver to one webhook, as it was when it was claimed. Whatever is written is compared with both; the answer
 * says whether the right still stands.
 */
export class Lease {
  private confirmedAt = -Infinity;
  private ours = true;
  private changed = false;

  constructor(
    private readonly claim: Claim,
    private readonly settlements: Settlements,
    /** A request that is begun so long after the lease was confirmed surely ends before it. */
    private readonly safeMs: number,
  ) {}

  get held(): boolean {
    return this.ours;
  }

  /** It was let go because the webhook is not what it was. */
  get outdated(): boolean {
    return this.changed;
  }

  get fresh(): boolean {
    return this.age < freshMs;
  }

  get safe(): boolean {
    return this.age < this.safeMs;
  }

  get id(): Pick<Settlement, 'webhook_id' | 'epoch' | 'version' | 'erasures'> {
    const { webhook_id, epoch, version, erasures } = this.claim;
    return { webhook_id, epoch, version, erasures };
  }

  /** What the database said last no longer counts. */
  doubt(): void {
    this.confirmedAt = -Infinity;
  }

  get doubted(): boolean {
    return this.confirmedAt === -Infinity;
  }

  /** It is another's by now. */
  lose(): void {
    this.ours = false;
  }

  async write(settlement: Settlement): Promise<void> {
    const askedAt = performance.now();
    this.heed(await this.settlements.settle(settlement));
    this.confirmedAt = askedAt;
    if (settlement.lease === 'release') this.lose();
  }

  heed(word: Word | undefined): void {
    if (word !== 'current') this.lose();
    if (word === 'outdated' || word === 'erased') this.changed = true;
  }

  async release(state: QueueState, dueAt?: Date): Promise<void> {
    if (!this.ours) return;
    this.lose();
    this.heed(await this.settlements.settle({ ...this.id, state, lease: 'release', ...(dueAt ? { dueAt } : {}) }));
  }

  private get age(): number {
    return performance.now() - this.confirmedAt;
  }
}
