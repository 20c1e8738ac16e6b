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

/** More are read from the database, in batches. */
const mostFacts = 1_000;

/** Facts that their writers have handed to the relay, so that it need not read them. */
export class HandedFacts {
  private waiting: Handed[] = [];

  /** False if there are too many now. Then all of them are forgotten, and must be read. */
  add(handed: Handed): boolean {
    this.waiting.push(handed);
    const isTooMuch = this.waiting.reduce((sum, { facts }) => sum + facts.length, 0) > mostFacts;
    if (isTooMuch) this.clear();
    return !isTooMuch;
  }

  clear(): void {
    this.waiting = [];
  }

  /**
   * Takes facts whose predecessors are all taken: those at `taken`, and those that it takes before. A read under way may
   * have taken some that were handed over meanwhile.
   */
  take(taken: ReadonlySet<string>): Taken {
    const found: Handed[] = [];
    const positions = new Set<string>();
    for (let next = this.findNext(taken, positions); next; next = this.findNext(taken, positions)) {
      found.push(next);
      this.waiting.splice(this.waiting.indexOf(next), 1);
      for (const { position } of next.facts) positions.add(position);
    }
    return {
      facts: found.flatMap(({ facts }) => facts).filter(({ position }) => !taken.has(position)),
      since: Math.min(...found.map(({ since }) => since)),
      more: this.waiting.length > 0,
    };
  }

  private findNext(taken: ReadonlySet<string>, also: ReadonlySet<string>): Handed | undefined {
    return this.waiting.find(({ behind }) => behind.every((position) => taken.has(position) || also.has(position)));
  }
}
