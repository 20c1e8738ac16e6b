import {
  cardNumberPattern,
  type CardImport,
  type CardNumbers,
  type IssuedCards,
} from '@ces/contracts/cards/card-administration';
import { Problem, type Fault } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { taken, targetOf, toIssuedCard } from './issuing.service.js';

const shown = 100;

/** Uploads of numbers: they wait in a table of their own, and become cards together. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async take({ import_id, lines, numbers }: CardNumbers): Promise<{ taken: number }> {
    demandImport(import_id);
    const rows = numbers.map((identifier, index) => ({ line: lines[index], card_id: newId(), identifier }));
    refuse(
      rows
        .filter((row) => !cardNumberPattern.test(row.identifier))
        .map(({ line }) => fault(line, 'card-number', 'must be 1 to 80 printable ASCII characters')),
    );
    // The same part may come twice, after a lost answer.
    await this.database.query(
      `INSERT INTO card_import_number (import_id, line, card_id, identifier)
       SELECT $1, line, card_id, identifier
         FROM json_to_recordset($2) AS n(line integer, card_id uuid, identifier text) ON CONFLICT DO NOTHING`,
      [import_id, JSON.stringify(rows)],
    );
    return { taken: rows.length };
  }

  /** All of them, or none; the numbers that waited are gone afterwards. */
  async finish({ import_id, count, ...issue }: CardImport): Promise<IssuedCards> {
    demandImport(import_id);
    return this.transactions.run(async (tx) => {
      const target = await targetOf(tx, issue);
      await this.demandAll(tx, import_id, count);
      // In the order of the numbers, so that two imports wait for each other and never lock up.
      const [made] = await tx.query<{ n: number }[]>(
        `WITH made AS (
           INSERT INTO card (id, identifier, tier_id, state, expiration)
           SELECT card_id, identifier, $2, $3, $4 FROM card_import_number WHERE import_id = $1 ORDER BY identifier
           ON CONFLICT (identifier) DO NOTHING RETURNING 1
         ) SELECT count(*)::int AS n FROM made`,
        [import_id, target.tier.id, target.state, target.expiration],
      );
      if (made?.n !== count) throw await whyNot(tx, import_id);
      const first = await tx.query<{ id: string; identifier: string }[]>(
        'SELECT card_id AS id, identifier FROM card_import_number WHERE import_id = $1 ORDER BY line LIMIT $2',
        [import_id, shown],
      );
      await tx.query('DELETE FROM card_import_number WHERE import_id = $1', [import_id]);
      return { issued: count, cards: first.map((number) => toIssuedCard(number, target)) };
    });
  }

  async drop(importId: string): Promise<{ dropped: true }> {
    demandImport(importId);
    await this.database.query('DELETE FROM card_import_number WHERE import_id = $1', [importId]);
    return { dropped: true };
  }

  /** Numbers of uploads that were never finished. Called now and then. */
  async dropForgotten(): Promise<void> {
    await this.database.query(`DELETE FROM card_import_number WHERE created_at < now() - interval '1 day'`);
  }

  private async demandAll(tx: EntityManager, importId: string, count: number): Promise<void> {
    const [waiting] = await tx.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM card_import_number WHERE import_id = $1',
      [importId],
    );
    if (waiting?.n !== count)
      throw new Problem('service-unavailable', 'Some of the numbers were lost on the way; send them again.', {
        retry_after: 1,
      });
  }
}

/** Fewer cards than numbers: the file names one twice, or some were issued before. */
async function whyNot(tx: EntityManager, importId: string): Promise<Problem> {
  const repeated = await tx.query<{ line: number }[]>(
    `SELECT line FROM (
       SELECT line, row_number() OVER (PARTITION BY identifier ORDER BY line) AS nth
         FROM card_import_number WHERE import_id = $1
     ) numbered WHERE nth > 1 ORDER BY line LIMIT $2`,
    [importId, shown],
  );
  if (repeated.length > 0)
    return csvInvalid(repeated.map(({ line }) => fault(line, 'repeated', 'is in the file already')));
  const lines = await tx.query<{ line: number }[]>(
    `SELECT n.line FROM card_import_number n JOIN card c ON c.identifier = n.identifier AND c.id <> n.card_id
      WHERE n.import_id = $1 ORDER BY n.line LIMIT $2`,
    [importId, shown],
  );
  return taken(lines.map(({ line }) => `line ${line}`));
}

function demandImport(id: string): void {
  if (!isUuid(id)) throw new Problem('validation-failed', 'import_id must be a UUID');
}

function fault(line: number | undefined, code: string, detail: string): Fault {
  return { pointer: `line ${line ?? 0}`, code, detail };
}

function refuse(faults: Fault[]): void {
  if (faults.length > 0) throw csvInvalid(faults);
}

function csvInvalid(faults: Fault[]): Problem {
  const errors = faults.slice(0, shown);
  const detail = errors.map((each) => `${each.pointer}: ${each.detail}`).join('; ');
  return new Problem('csv-invalid', detail, { errors });
}
