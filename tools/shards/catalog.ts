// The tables, keys and functions of a migrated database.
import type { Schema } from '@ces/service/database/database';
import { migratedDatabase } from '@ces/testing/servers/migrated-database';
import { Client } from 'pg';
import { roleOf, type Role } from './roles.ts';

export interface Table {
  name: string;
  columns: ReadonlySet<string>;
  /** Columns of each unique key; a key on an expression has an empty name for it. */
  keys: string[][];
  role: Role | undefined;
}

export interface Catalog {
  tables: ReadonlyMap<string, Table>;
  functions: ReadonlySet<string>;
}

interface Row {
  name: string;
  columns: string[];
  keys: string[][];
}

/** Each upload of segments has a table like this, made at run time. */
const upload: Row = { name: 'file_of_upload', columns: ['identifier'], keys: [['identifier']] };

export async function readCatalog(service: string, schema: Schema): Promise<Catalog> {
  const database = await migratedDatabase(service, schema);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(`
      SELECT c.relname AS name,
             ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
                    ORDER BY attnum) AS columns,
             coalesce((SELECT json_agg(ARRAY(
                 SELECT coalesce(a.attname::text, '') FROM unnest(i.indkey::int2[]) AS k (attnum)
                   LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum AND a.attnum > 0) ORDER BY i.indexrelid)
               FROM pg_index i WHERE i.indrelid = c.oid AND (i.indisunique OR i.indisexclusion)), '[]') AS keys
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') AND NOT c.relispartition ORDER BY 1`);
    const made = await client.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    );
    return {
      tables: tablesOf(service === 'segments' ? [...rows, upload] : rows),
      functions: new Set(made.rows.map(({ name }) => name)),
    };
  } finally {
    await client.end();
    await database.drop();
  }
}

function tablesOf(rows: Row[]): Map<string, Table> {
  return new Map(
    rows.map(({ name, columns, keys }) => {
      const set = new Set(columns);
      return [name, { name, columns: set, keys, role: roleOf(name, set) }];
    }),
  );
}
