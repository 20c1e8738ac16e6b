import type { CouponImage, TicketDisplay } from '@ces/contracts/campaigns/campaigns';
import type { ChangeSlip } from '@ces/contracts/campaigns/slips';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import type { SlipEntity } from './slip.entity.js';

export type NewSlip = Pick<SlipEntity, 'id' | 'coupon_id' | 'user_id' | 'code' | 'campaign_id' | 'event_id' | 'effect'>;

export interface SlipRow extends Omit<SlipEntity, 'effect'> {
  title: string;
  description: string;
  image: CouponImage;
  display: TicketDisplay;
}

type LockedSlip = Pick<SlipEntity, 'id' | 'user_id' | 'state'>;

type Marks = Pick<ChangeSlip, 'isRead' | 'isDeleted'>;

/** A ticket counts as expired from its moment on, even before the chore has marked it. */
const stateNow = `CASE WHEN s.state = 'issued' AND s.expires_at <= now() THEN 'expired' ELSE s.state END`;

const selectSlips = `
  SELECT s.id, s.coupon_id, s.user_id, c.title, c.description, c.image, c.display, ${stateNow} AS state, s.code,
         s.is_read, s.is_deleted, s.claimed_at, s.expires_at, s.redeemed_at, s.campaign_id, s.event_id
    FROM coupon_slip s JOIN coupon c ON c.id = s.coupon_id`;

const batchSize = 5_000;

/** Coupon slips of users. SQL because a set of events issues its slips in one statement per table, and tickets change under row locks. */
@Injectable()
export class SlipStore {
  constructor(private readonly transactions: Transactions) {}

  /** Writes the slips and marks their codes as taken. The caller has locked the codes. */
  async issue(slips: NewSlip[]): Promise<SlipRow[]> {
    const tx = this.transactions.current;
    await tx.query(
      `INSERT INTO coupon_slip (id, coupon_id, user_id, code, campaign_id, event_id, effect, claimed_at, expires_at)
     SELECT x.id, x.coupon_id, x.user_id, x.code, x.campaign_id, x.event_id, x.effect, now(),
            least(c.valid_until, now() + make_interval(secs => c.valid_seconds))
       FROM json_to_recordset($1) AS x(id uuid, coupon_id uuid, user_id text, code text, campaign_id uuid, event_id uuid,
            effect smallint) JOIN coupon c ON c.id = x.coupon_id`,
      [JSON.stringify(slips)],
    );
    await tx.query(
      `UPDATE coupon_code c SET slip_id = x.id FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS x(id, coupon_id, code)
      WHERE (c.coupon_id, c.code) = (x.coupon_id, x.code)`,
      [slips.map(({ id }) => id), slips.map(({ coupon_id }) => coupon_id), slips.map(({ code }) => code)],
    );
    return tx.query(`${selectSlips} WHERE s.id = ANY($1::uuid[])`, [slips.map(({ id }) => id)]);
  }

  async find(id: string): Promise<SlipRow | undefined> {
    const [row] = await this.transactions.current.query<SlipRow[]>(`${selectSlips} WHERE s.id = $1`, [id]);
    return row;
  }

  findOfUser(userId: string, deleted: 'with deleted' | 'without deleted', before: string | null, atMost: number) {
    return this.transactions.current.query<SlipRow[]>(
      `${selectSlips}
      WHERE s.user_id = $1 AND ($2 OR NOT s.is_deleted) AND ($3::uuid IS NULL OR s.id < $3) ORDER BY s.id DESC LIMIT $4`,
      [userId, deleted === 'with deleted', before, atMost],
    );
  }

  /** Marks a slip of this user. A mark that is missing stays as it is. Returns false when the user has no such slip. */
  async mark(userId: string, id: string, marks: Marks): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, changed] = await this.transactions.current.query<[unknown[], number]>(
      `UPDATE coupon_slip SET is_read = coalesce($3, is_read), is_deleted = coalesce($4, is_deleted)
              WHERE id = $1 AND user_id = $2`,
      [id, userId, marks.isRead ?? null, marks.isDeleted ?? null],
    );
    return changed > 0;
  }

  /** Locks the slip of a ticket, so that it is redeemed once. */
  async lockTicket(couponId: string, code: string): Promise<LockedSlip | undefined> {
    if (!isUuid(couponId)) return undefined;
    const [slip] = await this.transactions.current.query<LockedSlip[]>(
      `SELECT s.id, s.user_id, ${stateNow} AS state FROM coupon_slip s
              WHERE s.coupon_id = $1 AND s.code = $2 FOR UPDATE`,
      [couponId, code],
    );
    return slip;
  }

  /** Locks a slip. Its state is the stored one: an expired ticket may still say `issued`. */
  async lock(id: string): Promise<LockedSlip | undefined> {
    if (!isUuid(id)) return undefined;
    const [slip] = await this.transactions.current.query<LockedSlip[]>(
      'SELECT id, user_id, state FROM coupon_slip WHERE id = $1 FOR UPDATE',
      [id],
    );
    return slip;
  }

  async redeem(id: string): Promise<void> {
    await this.transactions.current.query(
      `UPDATE coupon_slip SET state = 'redeemed', redeemed_at = now() WHERE id = $1`,
      [id],
    );
  }

  async revoke(id: string): Promise<void> {
    await this.transactions.current.query(`UPDATE coupon_slip SET state = 'revoked' WHERE id = $1`, [id]);
  }

  /** Expires a batch. Says whether there may be more. */
  async expire(): Promise<'more' | 'done'> {
    // The driver answers an UPDATE with rows and count.
    const [, expired] = await this.transactions.current.query<[unknown[], number]>(
      `UPDATE coupon_slip SET state = 'expired' WHERE id IN (
         SELECT id FROM coupon_slip WHERE expires_at <= now() AND state = 'issued'
          ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
    );
    return expired === batchSize ? 'more' : 'done';
  }
}
