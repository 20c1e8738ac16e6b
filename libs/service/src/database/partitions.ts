import type { DataSource, EntityManager } from 'typeorm';

/** A table in ranges of one column, with a default partition for what lies outside of all others. */
export interface PartitionedTable {
  name: string;
  column: string;
  /** Replicas come one after the other. */
  lock: number;
}

/** Names sort by time; the bounds are literals of SQL. */
export interface Partition {
  name: string;
  from: string;
  to: string;
}

/**
 * Makes those that are wanted and not there, and drops whole what comes before the oldest. Says what was dropped. A
 * partition whose name is not of the form of the oldest is somebody else's, and stays.
 */
export async function arrangePartitions(
  database: DataSource,
  table: PartitionedTable,
  wanted: Partition[],
  oldest: string,
): Promise<string[]> {
  for (const partition of wanted) await alone(database, table, (tx) => make(tx, table, partition));
  const names = await partitionNames(database.manager, table);
  const outlived = names.filter((name) => formOf(name) === formOf(oldest) && name < oldest);
  for (const name of outlived) await alone(database, table, (tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
  return outlived;
}

/** A partition a month, made two months ahead and dropped when all in it is older than the retention. */
export async function arrangeMonths(
  database: DataSource,
  table: PartitionedTable,
  now: Date,
  keptDays: number,
): Promise<{ keptFrom: Date; dropped: string[] }> {
  const wanted = monthsFrom(table, now);
  const keptFrom = firstOfMonth(new Date(now.getTime() - keptDays * 86_400_000), 0);
  return { keptFrom, dropped: await arrangePartitions(database, table, wanted, month(table, keptFrom).name) };
}

/** One step, one short transaction: the table is locked for a moment only, and whoever cannot get that moment tries later. */
async function alone(
  database: DataSource,
  { lock }: PartitionedTable,
  step: (tx: EntityManager) => Promise<unknown>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    await tx.query("SET LOCAL lock_timeout = '2s'");
    await step(tx);
  });
}

async function make(tx: EntityManager, table: PartitionedTable, { name, from, to }: Partition): Promise<void> {
  if ((await partitionNames(tx, table)).includes(name)) return;
  const rest = `${table.name}_default`;
  await tx.query(`CREATE TABLE ${name} (LIKE ${table.name} INCLUDING DEFAULTS)`);
  // What came before the partition was made lies in the default one; it moves over, so that the bounds agree.
  await tx.query(`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`);
  await tx.query(
    `WITH moved AS (DELETE FROM ${rest} WHERE ${table.column} >= ${from} AND ${table.column} < ${to} RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
  );
  await tx.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
}

async function partitionNames(tx: EntityManager, { name }: PartitionedTable): Promise<string[]> {
  const rows = await tx.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass AND c.relname <> $2`,
    [name, `${name}_default`],
  );
  return rows.map((row) => row.name);
}

/** Each digit is as good as another. */
function formOf(name: string): string {
  return name.replace(/\d/g, '0');
}

function monthsFrom(table: PartitionedTable, now: Date): Partition[] {
  return [0, 1, 2].map((ahead) => month(table, firstOfMonth(now, ahead)));
}

function month({ name }: PartitionedTable, first: Date): Partition {
  return {
    name: `${name}_${first.toISOString().slice(0, 7).replace('-', '_')}`,
    from: `'${first.toISOString()}'`,
    to: `'${firstOfMonth(first, 1).toISOString()}'`,
  };
}

function firstOfMonth(date: Date, ahead: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1));
}
