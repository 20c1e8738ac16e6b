import type { EntityManager } from 'typeorm';

/** So much of something, of a campaign (grants, coupons, points) or of a coupon (codes, claimed). */
export interface Tallied {
  owner: string;
  what: 'grants' | 'coupons' | 'points' | 'codes' | 'claimed';
  amount: number;
}

/** What lists show, so that nobody counts through grants and codes. Rows are only added: nobody waits for anybody. */
export async function addToTallies(tx: EntityManager, some: Tallied[]): Promise<void> {
  await tx.query(
    `INSERT INTO tally (owner, what, amount)
     SELECT owner, what, sum(amount) FROM json_to_recordset($1) AS x(owner uuid, what text, amount bigint)
      GROUP BY owner, what HAVING sum(amount) <> 0`,
    [JSON.stringify(some)],
  );
}

/** Of the owner whose id the SQL expression is. */
export function tallySql(owner: string, what: Tallied['what']): string {
  return `(SELECT coalesce(sum(amount), 0)::bigint FROM tally WHERE owner = ${owner} AND what = '${what}')`;
}

/** Makes one row of many; a few are read as fast as one. Two at once do no harm: each adds up what it has taken away. */
export async function foldTallies(tx: EntityManager, fewRows = 100): Promise<void> {
  await tx.query(
    `WITH folded AS (
       DELETE FROM tally WHERE (owner, what) IN (SELECT owner, what FROM tally GROUP BY owner, what HAVING count(*) > $1)
       RETURNING owner, what, amount
     )
     INSERT INTO tally (owner, what, amount) SELECT owner, what, sum(amount) FROM folded GROUP BY owner, what`,
    [fewRows],
  );
}
