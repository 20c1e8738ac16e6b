import type { CodeState } from '@ces/contracts/campaigns/coupon-codes';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface CodeRow {
  code: string;
  state: CodeState;
  slip_id: string | null;
  user_id: string;
  campaign_id: string;
  event_id: string;
  claimed_at: Date;
  expires_at: Date | null;
  redeemed_at: Date | null;
}

interface Wanted {
  couponId: string;
  prefix: string;
  after: string;
  state: CodeState | undefined;
  limit: number;
}

/** A ticket counts as expired from its moment on, even before the chore has marked it. */
const state = `
  CASE WHEN k.slip_id IS NULL THEN 'available' WHEN s.id IS NULL THEN 'erased'
       WHEN s.state = 'issued' AND s.expires_at <= now() THEN 'expired' ELSE s.state END`;

const columns = `k.code, ${state} AS state, s.id AS slip_id, s.user_id, s.campaign_id, s.event_id, s.claimed_at, s.expires_at,
  s.redeemed_at`;

/** Codes are printable ASCII, so all that begin with a text sort before that text and a DEL. */
const ofCoupon = (table: string): string =>
  `${table}.coupon_id = $1 AND ${table}.code >= $2 AND ${table}.code < $2 || chr(127) AND ${table}.code > $3`;

/** Codes with their slips. SQL because codes and slips are joined, and because few of a million codes may have a slip. */
@Injectable()
export class CodeListStore {
  constructor(private readonly transactions: Transactions) {}

  async has(couponId: string, code: string): Promise<boolean> {
    const found = await this.transactions.current.query<unknown[]>(
      'SELECT FROM coupon_code WHERE coupon_id = $1 AND code = $2',
      [couponId, code],
    );
    return found.length > 0;
  }

  /** In the order of the codes. */
  find({ couponId, prefix, after, state: wanted, limit }: Wanted): Promise<CodeRow[]> {
    const values = [couponId, prefix, after, limit];
    if (wanted === undefined || wanted === 'available' || wanted === 'erased') {
      return this.transactions.current.query(
        `SELECT ${columns} FROM coupon_code k LEFT JOIN coupon_slip s ON s.id = k.slip_id
          WHERE ${ofCoupon('k')} AND ($5::text IS NULL OR ${state} = $5) ORDER BY k.code LIMIT $4`,
        [...values, wanted],
      );
    }
    return this.transactions.current.query(
      `SELECT ${columns} FROM coupon_slip s JOIN coupon_code k ON (k.coupon_id, k.code) = (s.coupon_id, s.code)
        WHERE ${ofCoupon('s')} AND ${state} = $5 ORDER BY s.code LIMIT $4`,
      [...values, wanted],
    );
  }
}
