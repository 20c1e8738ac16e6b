import { DATABASE_APPS } from '../../libs/local-stack/src/apps.ts';
import { databaseUrl, withClient } from './ingest/ceiling-database.ts';

/** Bytes of each table of each service, `events.event_log`, as tables and as indexes. A partition counts for its table. */
export type TableSizes = Record<string, { heap: number; indexes: number }>;

export async function tableSizes(server: string): Promise<TableSizes> {
  return ofEachTable(
    server,
    ['heap', 'indexes'],
    'sum(pg_table_size(c.oid)) AS heap, sum(pg_indexes_size(c.oid)) AS indexes',
  );
}

/** Rows that vacuum has not cleared away yet, and how often rows of the table were written, as PostgreSQL counts both. */
export async function deadRows(server: string): Promise<Record<string, { dead: number; writes: number }>> {
  const [dead, written] = ['pg_stat_get_dead_tuples', 'pg_stat_get_tuples'];
  const writes = ['inserted', 'updated', 'deleted'].map((what) => `${written}_${what}(c.oid)`).join(' + ');
  return ofEachTable(server, ['dead', 'writes'], `sum(${dead}(c.oid)) AS dead, sum(${writes}) AS writes`);
}

async function ofEachTable<Key extends string>(
  server: string,
  keys: readonly Key[],
  sums: string,
): Promise<Record<string, Record<Key, number>>> {
  const found = await Promise.all(
    DATABASE_APPS.map((app) =>
      withClient(databaseUrl(server, app), async (client) => {
        const { rows } = await client.query<Record<Key | 'name', string>>(
          `SELECT coalesce(pg_partition_root(c.oid)::regclass::text, c.relname) AS name, ${sums}
             FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY 1`,
        );
        return rows.map((row): [string, Record<Key, number>] => [
          `${app}.${row.name}`,
          Object.fromEntries(keys.map((key) => [key, Number(row[key])])) as Record<Key, number>,
        ]);
      }),
    ),
  );
  return Object.fromEntries(found.flat());
}

export const growthHeads = ['bytes on disk for each event', 'table', 'indexes'];

/** Rows for a report: what each table has grown by for each event, largest first. */
export function growth(before: TableSizes, after: TableSizes, events: number): string[][] {
  const grown = Object.entries(after).map(([name, { heap, indexes }]) => {
    const { heap: heapBefore = 0, indexes: indexesBefore = 0 } = before[name] ?? {};
    return { name, heap: (heap - heapBefore) / events, indexes: (indexes - indexesBefore) / events };
  });
  return grown
    .filter(({ heap, indexes }) => heap + indexes >= 1)
    .sort((a, b) => b.heap + b.indexes - a.heap - a.indexes)
    .map(({ name, heap, indexes }) => [name, heap.toFixed(0), indexes.toFixed(0)]);
}
