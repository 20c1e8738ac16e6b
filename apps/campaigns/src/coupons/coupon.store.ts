import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { CouponCodeEntity } from './coupon-code.entity.js';
import type { CouponEntity } from './coupon.entity.js';
import type { LowCouponEntity } from './low-coupon.entity.js';

type Code = Pick<CouponCodeEntity, 'code'>;
interface LowStock extends LowCouponEntity, Pick<CouponEntity, 'title'> {
  available: number;
}
interface FreeCodes extends Pick<CouponCodeEntity, 'coupon_id'> {
  free: number;
}

const free = (couponId: string) => `coupon_id = ${couponId} AND slip_id IS NULL
  AND NOT EXISTS (SELECT FROM coupon WHERE id = ${couponId} AND valid_until <= now())`;

/** A coupon is low when a tenth of all its codes, or less, is left. A coupon that never had a code is not low. */
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
  SELECT c.id AS coupon_id, c.title, (s.codes - s.claimed)::integer AS available
    FROM told t JOIN coupon c ON c.id = t.coupon_id JOIN stock s ON s.id = c.id`;

/** Codes of coupons. SQL because a set of events locks its codes in one statement per coupon, and thousands are added at once. */
@Injectable()
export class CouponStore {
  constructor(private readonly transactions: Transactions) {}

  /** Adds codes in their order. Returns those that the coupon did not have. */
  async addCodes(couponId: string, codes: string[]): Promise<string[]> {
    const added = await this.transactions.current.query<Code[]>(
      `INSERT INTO coupon_code (coupon_id, code)
     SELECT $1, code FROM unnest($2::text[]) WITH ORDINALITY AS x(code, place) ORDER BY place
     ON CONFLICT DO NOTHING RETURNING code`,
      [couponId, codes],
    );
    return added.map(({ code }) => code);
  }

  /** Locks free codes in their order, without waiting for codes that others have locked. */
  async lockFree(couponId: string, atMost: number): Promise<string[]> {
    const rows = await this.transactions.current.query<Code[]>(
      `SELECT code FROM coupon_code WHERE ${free('$1')} ORDER BY place LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [couponId, atMost],
    );
    return rows.map(({ code }) => code);
  }

  /** Says whether more than this many codes are free, locked ones included. */
  async hasMoreFree(couponId: string, than: number): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>(
      `SELECT FROM coupon_code WHERE ${free('$1')} LIMIT $2`,
      [couponId, than + 1],
    );
    return rows.length > than;
  }

  countFree(needed: ReadonlyMap<string, number>): Promise<FreeCodes[]> {
    return this.transactions.current.query(
      `SELECT x.coupon_id, (SELECT count(*)::int FROM (
              SELECT FROM coupon_code WHERE ${free('x.coupon_id')} LIMIT x.most) AS found) AS free
       FROM unnest($1::uuid[], $2::integer[]) AS x(coupon_id, most)`,
      [[...needed.keys()], [...needed.values()]],
    );
  }

  /** Notes the coupons that have become low, and forgets those that were refilled. Returns each low coupon once. */
  noteLowStock(): Promise<LowStock[]> {
    return this.transactions.current.query(lowStock);
  }
}
