import type { HolderPlace } from '@ces/contracts/cards/card-administration';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

const numbersAtOnce = 5_000;

/** Card numbers are printable ASCII in the collation C, so their unique index finds them by their beginning. */
const beginning = (number: string): string => `${number} >= $1 AND ${number} < $1 || chr(127)`;

/** SQL because ranges of an index are read in its order, with a bound on the rows that are looked at. */
@Injectable()
export class HolderStore {
  constructor(private readonly transactions: Transactions) {}

  /** The last number that a search may look at now; null if it comes to the end of the numbers. */
  async lastNumber(q: string, after: HolderPlace): Promise<string | null> {
    const [last] = await this.transactions.current.query<{ identifier: string }[]>(
      `SELECT identifier FROM card WHERE ${beginning('identifier')} AND identifier >= $2
        ORDER BY identifier OFFSET ${numbersAtOnce} LIMIT 1`,
      [q, after.number],
    );
    return last?.identifier ?? null;
  }

  /** Follows a transfer to the card that has the number now. A user comes with the least number of the own cards. */
  find(q: string, after: HolderPlace, last: string | null, atMost: number): Promise<HolderPlace[]> {
    return this.transactions.current.query(
      `SELECT c.identifier AS number, h.user_id
         FROM (SELECT identifier, coalesce(replaced_by, id) AS card_id FROM card
                WHERE ${beginning('identifier')} AND identifier >= $2 AND ($4::text IS NULL OR identifier <= $4)
                ORDER BY identifier LIMIT ${numbersAtOnce} + 1) c
         JOIN card_holder h ON h.card_id = c.card_id
        WHERE (c.identifier, h.user_id) > ($2, $3) AND NOT EXISTS (
                SELECT FROM card_holder o JOIN card x ON x.id = o.card_id WHERE o.user_id = h.user_id AND (
                  (x.identifier < c.identifier AND ${beginning('x.identifier')}) OR
                  (x.identifier_actual < c.identifier AND ${beginning('x.identifier_actual')})))
        ORDER BY c.identifier, h.user_id LIMIT $5`,
      [q, after.number, after.user_id, last, atMost],
    );
  }
}
