import type { CodesOfCoupon, CouponCode } from '@ces/contracts/campaigns/coupon-codes';
import { code as codePattern } from '@ces/contracts/campaigns/coupons';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { notACursor } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { CodeListStore, type CodeRow } from './code-list.store.js';
import { CouponsService } from './coupons.service.js';

@Injectable()
export class CodeListService {
  constructor(
    private readonly coupons: CouponsService,
    private readonly store: CodeListStore,
  ) {}

  /** The cursor is a code of the coupon. */
  async page({ id, q = '', state, limit = largestPage, cursor }: CodesOfCoupon): Promise<Paged<CouponCode>> {
    if (cursor !== undefined && !codePattern.test(cursor)) throw notACursor();
    const coupon = await this.coupons.get(id);
    if (cursor !== undefined && !(await this.store.has(coupon.id, cursor))) throw notACursor();
    const wanted = { couponId: coupon.id, prefix: q, after: cursor ?? '', state, limit: limit + 1 };
    const rows = await this.store.find(wanted);
    const items = rows.slice(0, limit).map(toCode);
    return { items, next: rows.length > limit ? (items.at(-1)?.code ?? null) : null };
  }
}

function toCode({ code, state, slip_id: id, claimed_at, expires_at, redeemed_at, ...given }: CodeRow): CouponCode {
  if (id === null) return { code, state, slip: null };
  const { user_id, campaign_id, event_id } = given;
  const times = {
    created: claimed_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    redeemed_at: redeemed_at?.toISOString() ?? null,
  };
  return { code, state, slip: { id, user_id, campaign_id, event_id, ...times } };
}
