import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';

/** Codes that can be handed out: of a coupon that is over there are none. */
const free = (couponId: string) => `coupon_id = ${couponId} AND slip_id IS NULL
  AND NOT EXISTS (SELECT FROM coupon WHERE id = ${couponId} AND valid_until <= now())`;

/** The codes that are free, locked; nobody is waited for. By coupon, in their order. */
export async function lockCodes(tx: EntityManager, needed: Map<string, number>): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>();
  for (const [couponId, count] of needed) {
    const rows = await tx.query<{ code: string }[]>(
      `SELECT code FROM coupon_code WHERE ${free('$1')} ORDER BY place LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [couponId, count],
    );
    if (rows.length < count) await demandNoneHeld(tx, couponId, rows.length);
    taken.set(
      couponId,
      rows.map((row) => row.code),
    );
  }
  return taken;
}

/** That none is left is said only when it is sure: codes that somebody else is about to take may come back. */
async function demandNoneHeld(tx: EntityManager, couponId: string, ours: number): Promise<void> {
  const rows = await tx.query<unknown[]>(`SELECT FROM coupon_code WHERE ${free('$1')} LIMIT $2`, [couponId, ours + 1]);
  if (rows.length > ours) throw new Problem('service-unavailable', 'The last codes are being handed out.');
}

export async function countFreeCodes(tx: EntityManager, needed: Map<string, number>): Promise<Map<string, number>> {
  const rows = await tx.query<{ coupon_id: string; free: number }[]>(
    `SELECT x.coupon_id, (SELECT count(*)::int FROM (
              SELECT FROM coupon_code WHERE ${free('x.coupon_id')} LIMIT x.most) AS found) AS free
       FROM unnest($1::uuid[], $2::integer[]) AS x(coupon_id, most)`,
    [[...needed.keys()], [...needed.values()]],
  );
  return new Map(rows.map((row) => [row.coupon_id, row.free]));
}
