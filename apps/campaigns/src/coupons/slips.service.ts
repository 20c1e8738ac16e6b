import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import type { ChangeSlip, SlipsOf, TicketCode } from '@ces/contracts/campaigns/coupons';
import type { Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { demandUser } from '../erasure/erased-users.js';
import { selectSlips, slipNotFound, stateNow, toSlip, type SlipRow } from './to-slip.js';

@Injectable()
export class SlipsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  ofUser({ user_id, include_deleted, ...page }: SlipsOf): Promise<Paged<CouponSlip>> {
    const sql = `${selectSlips}
      WHERE s.user_id = $1 AND ($2 OR NOT s.is_deleted) AND ($3::uuid IS NULL OR s.id < $3) ORDER BY s.id DESC LIMIT $4`;
    const whose = [user_id, include_deleted === 'true'];
    return pageOf(page, (...bounds) => this.database.query<SlipRow[]>(sql, [...whose, ...bounds]), toSlip);
  }

  change({ user_id, id, isRead, isDeleted }: ChangeSlip): Promise<CouponSlip> {
    return this.transactions.run(async (tx) => {
      await demandUser(tx, user_id);
      const [, changed] = isUuid(id)
        ? await tx.query<[unknown[], number]>(
            `UPDATE coupon_slip SET is_read = coalesce($3, is_read), is_deleted = coalesce($4, is_deleted)
              WHERE id = $1 AND user_id = $2`,
            [id, user_id, isRead ?? null, isDeleted ?? null],
          )
        : [[], 0];
      if (changed === 0) throw slipNotFound();
      return find(tx, id);
    });
  }

  /** At the till: once, whoever asks how often. */
  redeem({ coupon_id, code }: TicketCode): Promise<CouponSlip> {
    return this.transactions.run(async (tx) => {
      const [slip] = isUuid(coupon_id)
        ? await tx.query<{ id: string; user_id: string; state: string }[]>(
            `SELECT s.id, s.user_id, ${stateNow} AS state FROM coupon_slip s
              WHERE s.coupon_id = $1 AND s.code = $2 FOR UPDATE`,
            [coupon_id, code],
          )
        : [];
      if (!slip) throw new Problem('ticket-not-found', 'Nobody has a ticket of this code.');
      if (slip.state !== 'issued') {
        throw new Problem('ticket-not-redeemable', `The ticket is ${slip.state}.`, { members: { state: slip.state } });
      }
      concerns(slip.user_id);
      await tx.query(`UPDATE coupon_slip SET state = 'redeemed', redeemed_at = now() WHERE id = $1`, [slip.id]);
      return find(tx, slip.id);
    });
  }

  /** A ticket that was redeemed stays so. */
  revoke(id: string): Promise<CouponSlip> {
    return this.transactions.run(async (tx) => {
      const [slip] = isUuid(id)
        ? await tx.query<{ user_id: string; state: string }[]>(
            'SELECT user_id, state FROM coupon_slip WHERE id = $1 FOR UPDATE',
            [id],
          )
        : [];
      if (!slip) throw slipNotFound();
      if (slip.state === 'redeemed') {
        throw new Problem('ticket-not-redeemable', 'The ticket has been redeemed.', { members: { state: 'redeemed' } });
      }
      concerns(slip.user_id);
      await tx.query(`UPDATE coupon_slip SET state = 'revoked' WHERE id = $1`, [id]);
      return find(tx, id);
    });
  }
}

async function find(tx: EntityManager, id: string): Promise<CouponSlip> {
  const [row] = await tx.query<SlipRow[]>(`${selectSlips} WHERE s.id = $1`, [id]);
  if (!row) throw slipNotFound();
  return toSlip(row);
}
