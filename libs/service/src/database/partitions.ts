import type { DataSource } from 'typeorm';
import { PartitionStore, type Partition, type PartitionedTable } from './partition.store.js';

export type { Partition, PartitionedTable };

/**
 * Makes the missing ones of the wanted partitions, drops all before `oldest`, and returns the names of the dropped
 * ones. A partition whose name has another form than `oldest` was attached by an operator, and stays.
 */
export async function arrangePartitions(
  database: DataSource,
  table: PartitionedTable,
  wanted: Partition[],
  oldest: string,
): Promise<string[]> {
  const store = new PartitionStore(database, table);
  for (const partition of wanted) await store.make(partition);
  const names = await store.names();
  const outlived = names.filter((name) => formOf(name) === formOf(oldest) && name < oldest);
  for (const name of outlived) await store.drop(name);
  return outlived;
}

/** Keeps partitions for two months ahead. A month is dropped when all its rows are older than the retention. */
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

function formOf(name: string): string {
  return name.replace(/\d/g, '0');
}

function monthsFrom(table: PartitionedTable, now: Date): Partition[] {
  return [0, 1, 2].map((ahead) => month(table, firstOfMonth(now, ahead)));
}

function month({ name }: PartitionedTable, first: Date): Partition {
  return {
    name: `${name}_${first.toISOString().slice(0, 7).replace('-', '_')}`,
    from: first.toISOString(),
    to: firstOfMonth(first, 1).toISOString(),
  };
}

function firstOfMonth(date: Date, ahead: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1));
}
