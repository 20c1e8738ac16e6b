import type { Coupon, NewCoupon } from '@ces/contracts/campaigns/coupons';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { CouponEntity } from './coupon.entity.js';
import { CouponsService } from './coupons.service.js';

@Injectable()
export class NamedCoupons implements Named<NewCoupon, Coupon> {
  readonly space = 'coupons';
  readonly notFound = 'coupon-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly coupons: CouponsService,
  ) {
    this.keys = keysIn(transactions, CouponEntity);
  }

  get(id: string): Promise<Coupon> {
    return this.coupons.get(id);
  }

  async create(given: NewCoupon): Promise<Made<Coupon>> {
    return { shown: await this.coupons.create(given) };
  }

  replace(id: string, given: NewCoupon): Promise<Coupon> {
    return this.coupons.put(id, given);
  }

  /** Codes that were added are a difference, and codes that users got meanwhile are none. */
  compared(coupon: Coupon): object {
    return { ...coupon, codes: coupon.available + coupon.claimed };
  }
}
