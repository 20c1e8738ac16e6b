import type { CouponImage, CouponSlip, Ticket, TicketDisplay } from '@ces/contracts/campaigns/campaigns';
import { Problem } from '@ces/contracts/problems';

export interface SlipRow {
  id: string;
  coupon_id: string;
  user_id: string;
  title: string;
  description: string;
  image: CouponImage;
  display: TicketDisplay;
  state: Ticket['state'];
  code: string;
  is_read: boolean;
  is_deleted: boolean;
}

/** A ticket is expired from its moment on, not from the moment at which the job has noticed. */
export const stateNow = `CASE WHEN s.state = 'issued' AND s.expires_at <= now() THEN 'expired' ELSE s.state END`;

export const selectSlips = `
  SELECT s.id, s.coupon_id, s.user_id, c.title, c.description, c.image, c.display, ${stateNow} AS state, s.code,
         s.is_read, s.is_deleted
    FROM coupon_slip s JOIN coupon c ON c.id = s.coupon_id`;

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

export function slipNotFound(): Problem {
  return new Problem('slip-not-found', 'There is no such coupon slip here.');
}
