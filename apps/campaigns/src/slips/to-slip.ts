import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import type { UserSlip } from '@ces/contracts/campaigns/slips';
import type { SlipRow } from './slip.store.js';

/** The webhook's payload, spelled as the specification spells it. */
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

export function toUserSlip(row: SlipRow): UserSlip {
  return {
    ...toSlip(row),
    created: row.claimed_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    redeemed_at: row.redeemed_at?.toISOString() ?? null,
    campaign_id: row.campaign_id,
    event_id: row.event_id,
  };
}
