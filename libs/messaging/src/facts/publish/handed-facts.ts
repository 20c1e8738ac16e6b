import type { WaitingFact } from '../fact-source.js';

/** Facts that this process has just committed, as the source would read them. */
export interface Handed {
  facts: WaitingFact[];
  /** The positions of facts that come before these. */
  behind: readonly string[];
  /** A moment before the commit, by `performance.now()`. */
  since: number;
}

export interface Taken {
  facts: WaitingFact[];
  since: number;
  /** True if others were handed over and stay. */
  more: boolean;
}

/** More are read from the database, in batches. A gateway has two calls with 256 single events each under way. */
const mostFacts = 2_000;

/** Facts that were read or committed longer ago are read again, because another replica may have taken the lease since. */
export const freshMs = 1_000;

/** Facts that their writers have handed to the relay, so that it need not read them. */
export class HandedFacts {
  private waiting: Handed[] = [];
  /** When facts were read, by their positions. A writer may learn of its commit after a reader has seen it. */
  private readonly readAt = new Map<string, number>();

  /** False if there are too many now. Then all of them are forgotten, and must be read. */
  add(handed: Handed): boolean {
    this.waiting.push(...this.unread([handed]));
    const isTooMuch = this.waiting.reduce((sum, { facts }) => sum + facts.length, 0) > mostFacts;
    if (isTooMuch) this.clear();
    return !isTooMuch;
  }

  clear(): void {
    this.waiting = [];
  }

  /** Leaves out facts that were read, also if they are handed over later. */
  leaveOut(read: readonly WaitingFact[]): void {
    const now = performance.now();
    for (const [position, at] of this.readAt) if (at + freshMs <= now) this.readAt.delete(position);
    for (const { position } of read) this.readAt.set(position, now);
    this.waiting = this.unread(this.waiting);
  }

  /** Takes facts whose predecessors are all taken: those at `taken`, and those that it takes before. */
  take(taken: ReadonlySet<string>): Taken {
    const found: Handed[] = [];
    const positions = new Set<string>();
    for (let next = this.findNext(taken, positions); next; next = this.findNext(taken, positions)) {
      found.push(next);
      this.waiting.splice(this.waiting.indexOf(next), 1);
      for (const { position } of next.facts) positions.add(position);
    }
    return {
      facts: found.flatMap(({ facts }) => facts),
      since: Math.min(...found.map(({ since }) => since)),
      more: this.waiting.length > 0,
    };
  }

  private unread(handed: Handed[]): Handed[] {
    return handed.flatMap(({ facts, ...rest }) => {
      const unread = facts.filter(({ position }) => !this.readAt.has(position));
      return unread.length > 0 ? [{ ...rest, facts: unread }] : [];
    });
  }

  private findNext(taken: ReadonlySet<string>, also: ReadonlySet<string>): Handed | undefined {
    return this.waiting.find(({ behind }) => behind.every((position) => taken.has(position) || also.has(position)));
  }
}
