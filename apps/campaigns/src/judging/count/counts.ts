import type { Span } from './windows.js';

/** A counter of a campaign, for one user or ('') for all together. */
export interface CounterKey {
  campaignId: string;
  userId: string;
  what: string;
  forgetAt: number | null;
  span: () => Span;
}

export interface RollingKey {
  campaignId: string;
  userId: string;
  seconds: number;
  since: number;
  /** Reading more grants than this changes no verdict. */
  most: number;
}

/** `newer` counts the grants after every occurrence of the set; `moments` are those of the older grants. */
export interface Rolling {
  seconds: number;
  newer: number;
  moments: number[];
}

/** Counters, rolling windows and codes as read, plus what this set has granted. Verdicts are decided on a copy. */
export class Counts {
  constructor(
    private readonly counters: Map<string, number>,
    private readonly rolling: Map<string, Rolling[]>,
    /** The free codes of each coupon. A coupon without an entry has enough. */
    private readonly codes: Map<string, number> = new Map(),
  ) {}

  copyWith(codes: ReadonlyMap<string, number>): Counts {
    const rolling = [...this.rolling].map(
      ([key, some]) => [key, some.map((each) => ({ ...each, moments: [...each.moments] }))] as const,
    );
    return new Counts(new Map(this.counters), new Map(rolling), new Map(codes));
  }

  used(key: CounterKey): number {
    return this.counters.get(counterName(key)) ?? 0;
  }

  add(key: CounterKey, amount: number): void {
    this.counters.set(counterName(key), this.used(key) + amount);
  }

  grantsSince({ campaignId, userId, seconds, since }: RollingKey): number {
    const read = this.rolling.get(`${campaignId} ${userId}`)?.find((each) => each.seconds === seconds);
    return read ? read.newer + read.moments.filter((moment) => moment > since).length : 0;
  }

  addGrant(campaignId: string, userId: string, moment: number): void {
    for (const owner of ['', userId]) {
      for (const { moments } of this.rolling.get(`${campaignId} ${owner}`) ?? []) moments.push(moment);
    }
  }

  codesLeft(couponId: string): number {
    return this.codes.get(couponId) ?? Number.POSITIVE_INFINITY;
  }

  takeCodes(couponId: string, count: number): void {
    this.codes.set(couponId, this.codesLeft(couponId) - count);
  }
}

/** Names sort alike in JavaScript and PostgreSQL, because they are ASCII and the columns compare by byte. */
export function counterName({ campaignId, userId, what }: Pick<CounterKey, 'campaignId' | 'userId' | 'what'>): string {
  return `${campaignId} ${userId} ${what}`;
}
