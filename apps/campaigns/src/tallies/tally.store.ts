import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** A campaign counts grants, coupons and points; a coupon counts its codes and how many are claimed. */
export type TallyKind = 'grants' | 'coupons' | 'points' | 'codes' | 'claimed';

export interface Tally {
  owner: string;
  what: TallyKind;
  amount: number;
}

const insertTallies =
  'INSERT INTO tally (owner, what, amount) SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[])';

/** Sums that lists show. SQL because rows are only added, in one statement for many owners, so that no transaction waits for another. */
@Injectable()
export class TallyStore {
  constructor(private readonly transactions: Transactions) {}

  async add(tallies: Tally[]): Promise<void> {
    await this.transactions.current.query(insertTallies, columnsOf(tallies));
  }

  /** For sums that nothing in the transaction reads. */
  async addLate(tallies: Tally[]): Promise<void> {
    await this.transactions.late(insertTallies, columnsOf(tallies));
  }

  /** A sum that is missing is 0. What campaigns have given in the last seconds is not folded into tallies yet. */
  async sumsOf(owners: string[]): Promise<Tally[]> {
    const rows = await this.transactions.current.query<(Omit<Tally, 'amount'> & { amount: string })[]>(
      `SELECT owner, what, sum(amount)::bigint AS amount FROM (
         SELECT owner, what, amount FROM tally WHERE owner = ANY($1::uuid[])
         UNION ALL
         SELECT campaign_id, given.* FROM campaign_stat_increment,
                LATERAL (VALUES ('grants', events), ('coupons', coupons), ('points', points)) AS given (what, amount)
          WHERE campaign_id = ANY($1::uuid[]) AND reason = '' AND given.amount <> 0) AS both_tables
       GROUP BY owner, what`,
      [owners],
    );
    return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
  }

  /** Replaces the rows of a sum by one, where there are more than `fewRows`. Two at once are safe: each adds up what it deleted. */
  async fold(fewRows: number): Promise<void> {
    await this.transactions.current.query(
      `WITH folded AS (
       DELETE FROM tally WHERE (owner, what) IN (SELECT owner, what FROM tally GROUP BY owner, what HAVING count(*) > $1)
       RETURNING owner, what, amount
     )
     INSERT INTO tally (owner, what, amount) SELECT owner, what, sum(amount) FROM folded GROUP BY owner, what`,
      [fewRows],
    );
  }
}

function columnsOf(tallies: Tally[]): unknown[] {
  return [tallies.map(({ owner }) => owner), tallies.map(({ what }) => what), tallies.map(({ amount }) => amount)];
}
