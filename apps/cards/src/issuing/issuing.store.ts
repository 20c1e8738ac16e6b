import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { IssueTarget } from './issue-target.js';

export interface NumberToIssue {
  id: string;
  identifier: string;
}

export interface NumberToImport {
  line: number | undefined;
  card_id: string;
  identifier: string;
}

/** Numbers that become cards. SQL because a set of numbers is written, or compared with all cards, in one statement. */
@Injectable()
export class IssuingStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes cards of free numbers, in the order of the numbers. Returns the numbers that were free. */
  async issue(numbers: NumberToIssue[], target: IssueTarget): Promise<Set<string>> {
    const issued = await this.transactions.open.query<{ identifier: string }[]>(
      `INSERT INTO card (id, identifier, tier_id, state, expiration)
         SELECT id, identifier, $2, $3, $4 FROM json_to_recordset($1) AS n(id uuid, identifier text)
          ORDER BY identifier COLLATE "C" ON CONFLICT (identifier) DO NOTHING RETURNING identifier`,
      [JSON.stringify(numbers), target.tier.id, target.state, target.expiration],
    );
    return new Set(issued.map((row) => row.identifier));
  }

  /** The same part may come twice, after a lost answer. */
  async keep(uploadId: string, numbers: NumberToImport[]): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO card_import_number (import_id, line, card_id, identifier)
       SELECT $1, line, card_id, identifier
         FROM json_to_recordset($2) AS n(line integer, card_id uuid, identifier text) ON CONFLICT DO NOTHING`,
      [uploadId, JSON.stringify(numbers)],
    );
  }

  /** Makes cards of the free numbers of an upload, in the order of the numbers. Returns how many numbers were free. */
  async issueImport(uploadId: string, target: IssueTarget): Promise<number> {
    // The order lets two imports with the same numbers wait for each other without a deadlock.
    const [made] = await this.transactions.open.query<{ n: number }[]>(
      `WITH made AS (
           INSERT INTO card (id, identifier, tier_id, state, expiration)
           SELECT card_id, identifier, $2, $3, $4 FROM card_import_number WHERE import_id = $1 ORDER BY identifier
           ON CONFLICT (identifier) DO NOTHING RETURNING 1
         ) SELECT count(*)::int AS n FROM made`,
      [uploadId, target.tier.id, target.state, target.expiration],
    );
    return made?.n ?? 0;
  }

  async findRepeatedLines(uploadId: string, atMost: number): Promise<number[]> {
    const repeated = await this.transactions.current.query<{ line: number }[]>(
      `SELECT line FROM (
       SELECT line, row_number() OVER (PARTITION BY identifier ORDER BY line) AS nth
         FROM card_import_number WHERE import_id = $1
     ) numbered WHERE nth > 1 ORDER BY line LIMIT $2`,
      [uploadId, atMost],
    );
    return repeated.map(({ line }) => line);
  }

  async findTakenLines(uploadId: string, atMost: number): Promise<number[]> {
    const lines = await this.transactions.current.query<{ line: number }[]>(
      `SELECT n.line FROM card_import_number n JOIN card c ON c.identifier = n.identifier AND c.id <> n.card_id
      WHERE n.import_id = $1 ORDER BY n.line LIMIT $2`,
      [uploadId, atMost],
    );
    return lines.map(({ line }) => line);
  }

  async dropForgotten(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM card_import_number WHERE created_at < now() - interval '1 day'`);
  }
}
