import { couponStockLow } from '@ces/contracts/campaigns/coupons';
import { newFact, Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

interface LowCoupon {
  id: string;
  title: string;
  available: number;
}

/** A tenth of all codes that the coupon ever had, or less; a coupon that had none is not low. */
const lowStock = `
  WITH stock AS (
    SELECT owner AS id, coalesce(sum(amount) FILTER (WHERE what = 'codes'), 0) AS codes,
           coalesce(sum(amount) FILTER (WHERE what = 'claimed'), 0) AS claimed
      FROM tally WHERE what IN ('codes', 'claimed') GROUP BY owner),
  refilled AS (
    DELETE FROM coupon_stock_low l USING stock s WHERE s.id = l.coupon_id AND (s.codes - s.claimed) * 10 > s.codes),
  told AS (
    INSERT INTO coupon_stock_low (coupon_id)
    SELECT s.id FROM stock s JOIN coupon c ON c.id = s.id
     WHERE s.codes > 0 AND (s.codes - s.claimed) * 10 <= s.codes AND (c.valid_until IS NULL OR c.valid_until > now())
     ORDER BY s.id
    ON CONFLICT DO NOTHING RETURNING coupon_id)
  SELECT c.id, c.title, (s.codes - s.claimed)::integer AS available
    FROM told t JOIN coupon c ON c.id = t.coupon_id JOIN stock s ON s.id = c.id`;

/** Tells of coupons that run out. It looks from time to time, so that handing out codes does not wait for it. */
@Injectable()
export class CouponStockService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Two replicas at once tell of each coupon once: the row of the table decides. */
  async tellOfLowStock(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const low = await tx.query<LowCoupon[]>(lowStock);
      const facts = low.map(({ id, title, available }) => newFact(couponStockLow, { coupon_id: id, title, available }));
      await this.outbox.addAll(facts);
    });
  }
}
