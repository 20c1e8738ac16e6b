/** A counter: of a campaign, for one user or ('') altogether. */
export interface CounterKey {
  campaignId: string;
  userId: string;
  what: string;
  forgetAt: number | null;
}

/** Grants that a rolling window may have to count: the newest `most` since then. */
export interface GrantsKey {
  campaignId: string;
  userId: string;
  since: number;
  most: number;
}

/** What has been counted so far, as read, and with what is granted on the way. Settling works on a copy of it. */
export class Counts {
  constructor(
    private readonly counters: Map<string, number>,
    private readonly grants: Map<string, number[]>,
    /** Codes that can be had of each coupon; one that is not named has enough. */
    private readonly codes: Map<string, number> = new Map(),
  ) {}

  copyWith(codes: Map<string, number>): Counts {
    const grants = new Map([...this.grants].map(([key, moments]) => [key, [...moments]]));
    return new Counts(new Map(this.counters), grants, new Map(codes));
  }

  used(key: CounterKey): number {
    return this.counters.get(nameOf(key)) ?? 0;
  }

  add(key: CounterKey, amount: number): void {
    this.counters.set(nameOf(key), this.used(key) + amount);
  }

  grantsSince(campaignId: string, userId: string, since: number): number {
    return (this.grants.get(`${campaignId} ${userId}`) ?? []).filter((moment) => moment > since).length;
  }

  addGrant(campaignId: string, userId: string, moment: number): void {
    for (const whose of ['', userId]) {
      const key = `${campaignId} ${whose}`;
      const moments = this.grants.get(key);
      if (moments) moments.push(moment);
      else this.grants.set(key, [moment]);
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
export function nameOf({ campaignId, userId, what }: CounterKey): string {
  return `${campaignId} ${userId} ${what}`;
}
