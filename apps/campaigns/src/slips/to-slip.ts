import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import type { SlipRow } from './slip.store.js';

/** Spelled as the specification spells it. */
export function toSlip(row: SlipRow): CouponSlip {
  const { display, state, code } = row;
  return {
    id: row.id,
    couponId: row.coupon_id,
    userId: row.user_id,
    title: row.title,
    description: row.description,
    image: row.image,
    isRead: row.is_read,
    isDeleted: row.is_deleted,
    ticket: { state, display, code },
  };
}
