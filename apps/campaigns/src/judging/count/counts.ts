import type { Span } from './windows.js';

/** A counter: of a campaign, for one user or ('') altogether. */
export interface CounterKey {
  campaignId: string;
  userId: string;
  what: string;
  forgetAt: number | null;
  /** Of which moments it counts the grants. */
  span: () => Span;
}

/** Grants that a rolling window may have to count. */
export interface RollingKey {
  campaignId: string;
  userId: string;
  seconds: number;
  since: number;
  /** As many are enough to know. */
  most: number;
}

/** What was read of a rolling window: how many grants are newer than all of its events ask for, and when the others were. */
export interface Rolling {
  seconds: number;
  newer: number;
  moments: number[];
}

/** What has been counted so far, as read, and with what is granted on the way. Settling works on a copy of it. */
export class Counts {
  constructor(
    private readonly counters: Map<string, number>,
    private readonly rolling: Map<string, Rolling[]>,
    /** Codes that can be had of each coupon; one that is not named has enough. */
    private readonly codes: Map<string, number> = new Map(),
  ) {}

  copyWith(codes: Map<string, number>): Counts {
    const rolling = [...this.rolling].map(
      ([key, some]) => [key, some.map((each) => ({ ...each, moments: [...each.moments] }))] as const,
    );
    return new Counts(new Map(this.counters), new Map(rolling), new Map(codes));
  }

  used(key: CounterKey): number {
    return this.counters.get(nameOf(key)) ?? 0;
  }

  add(key: CounterKey, amount: number): void {
    this.counters.set(nameOf(key), this.used(key) + amount);
  }

  grantsSince({ campaignId, userId, seconds, since }: RollingKey): number {
    const read = this.rolling.get(`${campaignId} ${userId}`)?.find((each) => each.seconds === seconds);
    return read ? read.newer + read.moments.filter((moment) => moment > since).length : 0;
  }

  addGrant(campaignId: string, userId: string, moment: number): void {
    for (const whose of ['', userId]) {
      for (const { moments } of this.rolling.get(`${campaignId} ${whose}`) ?? []) moments.push(moment);
    }
  }

  codesLeft(couponId: string): number {
    return this.codes.get(couponId) ?? Number.POSITIVE_INFINITY;
  }

  takeCodes(couponId: string, count: number): void {
    this.codes.set(couponId, this.codesLeft(couponId) - count);
  }
}

/** Sorts alike in JavaScript and in PostgreSQL: ids and user ids are ASCII, and compared by byte there. */
export function nameOf({ campaignId, userId, what }: Pick<CounterKey, 'campaignId' | 'userId' | 'what'>): string {
  return `${campaignId} ${userId} ${what}`;
}
