import { arrangePartitions, type Partition, type PartitionedTable } from '@ces/service/database/partitions';
import type { DataSource } from 'typeorm';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

export interface WeeklyTable extends PartitionedTable {
  bound: (moment: number) => string;
  keptDays: number;
}

/** The advisory lock under which partitions are made and dropped ('week'). */
export const weekLock = 0x7765_656b;

/** Makes the partitions of this week and the next two, and drops each partition that is older than the retention. */
export async function arrangeWeeks(database: DataSource, table: WeeklyTable, now: number): Promise<void> {
  const wanted = [0, 1, 2].map((ahead) => weekAt(table, weekOf(now) + ahead));
  await arrangePartitions(database, table, wanted, partitionName(table, weekOf(now - table.keptDays * dayMs)));
}

/** The first moment of the oldest week that is kept. */
export function oldestKept(now: number, keptDays: number): number {
  return weekOf(now - keptDays * dayMs) * weekMs;
}

function weekAt(table: WeeklyTable, week: number): Partition {
  return { name: partitionName(table, week), from: table.bound(week * weekMs), to: table.bound((week + 1) * weekMs) };
}

function weekOf(moment: number): number {
  return Math.floor(moment / weekMs);
}

function partitionName({ name }: WeeklyTable, week: number): string {
  return `${name}_w${String(week).padStart(6, '0')}`;
}
