import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import type { EntityManager } from 'typeorm';
import { selectSlips, toSlip, type SlipRow } from './to-slip.js';

export interface NewSlip {
  id: string;
  coupon_id: string;
  user_id: string;
  code: string;
  campaign_id: string;
  event_id: string;
  effect: number;
}

/** The codes are locked by the caller. Answers the slips by their ids. */
export async function insertSlips(tx: EntityManager, slips: NewSlip[]): Promise<Map<string, CouponSlip>> {
  if (slips.length === 0) return new Map();
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
  const rows = await tx.query<SlipRow[]>(`${selectSlips} WHERE s.id = ANY($1::uuid[])`, [slips.map(({ id }) => id)]);
  return new Map(rows.map((row) => [row.id, toSlip(row)]));
}
