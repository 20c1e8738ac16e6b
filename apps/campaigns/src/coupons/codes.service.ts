import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { TalliesService } from '../tallies/tallies.service.js';
import { CouponStore } from './coupon.store.js';
import type { NewCodeList } from './new-codes.js';

/** The number of codes needed, by coupon. */
type Needed = ReadonlyMap<string, number>;

@Injectable()
export class CodesService {
  constructor(
    private readonly store: CouponStore,
    private readonly tallies: TalliesService,
  ) {}

  /** Adds all codes or none. A code that the coupon already has is refused. */
  async add(couponId: string, { codes, origin }: NewCodeList): Promise<void> {
    if (codes.length === 0) return;
    const added = await this.addNew(couponId, codes);
    if (added.size === codes.length) return;
    const [first = ''] = codes.filter((code) => !added.has(code));
    const [detail, pointer] =
      origin === 'generated'
        ? ['The pattern makes too few codes.', '#/generate/pattern']
        : [`The coupon already has ${first} or another of the codes.`, `#/codes/${codes.indexOf(first)}`];
    throw new Problem('coupon-code-taken', detail, { errors: [{ pointer, code: 'taken', detail: 'is taken' }] });
  }

  /** Adds the codes that the coupon does not have, and returns them. */
  async addNew(couponId: string, codes: string[]): Promise<Set<string>> {
    const added = new Set(await this.store.addCodes(couponId, codes));
    await this.tallies.add([{ owner: couponId, what: 'codes', amount: added.size }]);
    return added;
  }

  /** Locks as many codes of each coupon as are needed, or all that are left. */
  async lock(needed: Needed): Promise<Map<string, string[]>> {
    const locked = new Map<string, string[]>();
    for (const [couponId, count] of needed) {
      const codes = await this.store.lockFree(couponId, count);
      if (codes.length < count) await this.demandNoneHeld(couponId, codes.length);
      locked.set(couponId, codes);
    }
    return locked;
  }

  async countFree(needed: Needed): Promise<Map<string, number>> {
    const rows = await this.store.countFree(needed);
    return new Map(rows.map(({ coupon_id, free }) => [coupon_id, free]));
  }

  /** A locked code may become free again, so a coupon is used up only when no code is free or locked. */
  private async demandNoneHeld(couponId: string, ours: number): Promise<void> {
    if (await this.store.hasMoreFree(couponId, ours)) {
      throw new Problem('service-unavailable', 'The last codes are being handed out.', { retry_after: 1 });
    }
  }
}
