import { idsBefore } from '@ces/messaging/storage/ids';
import type { MigrationInterface, QueryRunner } from 'typeorm';

type Table = 'campaign_grant' | 'ledger';

/** The ids by whose time the tables get partitions. */
const keys: Record<Table, string> = { campaign_grant: 'event_id', ledger: 'id' };

/**
 * Months until the first partitions end. Until the next migrations have run, ids after that end are refused, so an upgrade
 * that was begun must be finished within two months.
 */
const monthsAhead = 3;

/** The tables as they are become the first partitions, so they must hold no id after a coming month. */
export class FirstMonths1766900001000 implements MigrationInterface {
  readonly name = 'FirstMonths1766900001000';

  async up(runner: QueryRunner): Promise<void> {
    const end = idsBefore(monthsFromNow(monthsAhead));
    for (const [table, key] of Object.entries(keys)) {
      // The rows that are there are checked by the next migration, which locks nobody out.
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_first CHECK (${key} < '${end}') NOT VALID`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(keys)) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_first`);
  }
}

/** Where the first partition of a table ends, and its name: that of its last month. */
export async function firstPartitionOf(runner: QueryRunner, table: Table): Promise<{ name: string; end: string }> {
  const rows = (await runner.query(
    'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2',
    [table, `${table}_first`],
  )) as { definition: string }[];
  // `migrate --plan` reads no rows.
  const end = /'([-\da-f]{36})'/.exec(rows[0]?.definition ?? '')?.[1] ?? idsBefore(monthsFromNow(monthsAhead));
  const last = new Date(Number.parseInt(end.replace('-', '').slice(0, 12), 16) - 1);
  return { name: `${table}_${last.toISOString().slice(0, 7).replace('-', '_')}`, end };
}

function monthsFromNow(months: number): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1);
}
