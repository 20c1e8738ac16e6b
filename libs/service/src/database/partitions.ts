import type { DataSource } from 'typeorm';
import { PartitionStore, type Partition, type PartitionedTable } from './partition.store.js';

export type { Partition, PartitionedTable };

/**
 * Makes the missing ones of the wanted partitions, drops all before `oldest`, and returns the names of the dropped
 * ones. A partition whose name has another form than `oldest` was attached by an operator, and stays. The first partition
 * may reach further back than its name says, so none is made before it.
 */
export async function arrangePartitions(
  database: DataSource,
  table: PartitionedTable,
  wanted: Partition[],
  oldest: string,
): Promise<string[]> {
  const store = new PartitionStore(database, table);
  const [first = oldest] = await namesLike(oldest, store);
  for (const partition of wanted) if (partition.name >= first) await store.make(partition);
  const outlived = (await namesLike(oldest, store)).filter((name) => name < oldest);
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
  const keptFrom = firstKept(now, keptDays);
  return { keptFrom, dropped: await arrangePartitions(database, table, wanted, month(table, keptFrom).name) };
}

/** The first moment of the oldest month that is kept. */
export function firstKept(now: Date, keptDays: number): Date {
  return firstOfMonth(new Date(now.getTime() - keptDays * 86_400_000), 0);
}

async function namesLike(name: string, store: PartitionStore): Promise<string[]> {
  const names = await store.names();
  return names.filter((each) => formOf(each) === formOf(name)).sort();
}

function formOf(name: string): string {
  return name.replace(/\d/g, '0');
}

function monthsFrom(table: PartitionedTable, now: Date): Partition[] {
  return [0, 1, 2].map((ahead) => month(table, firstOfMonth(now, ahead)));
}

function month({ name, bound = isoOf }: PartitionedTable, first: Date): Partition {
  return {
    name: `${name}_${first.toISOString().slice(0, 7).replace('-', '_')}`,
    from: bound(first.getTime()),
    to: bound(firstOfMonth(first, 1).getTime()),
  };
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}

function firstOfMonth(date: Date, ahead: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1));
}
