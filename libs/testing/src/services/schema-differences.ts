import { databaseOptions, type Schema } from '@ces/service/database/database';
import { DataSource } from 'typeorm';
import { migratedDatabase } from '../servers/migrated-database.js';

export interface SchemaDifferences {
  /** TypeORM would run these to make the migrated database equal to the entities. */
  statements: string[];
  tablesWithoutEntity: string[];
}

const recordOfMigrations = 'migrations';

export async function schemaDifferences(name: string, schema: Schema): Promise<SchemaDifferences> {
  const database = await migratedDatabase(name, schema);
  const source = new DataSource(databaseOptions({ DATABASE_URL: database.url, DATABASE_POOL: 2 }, schema));
  await source.initialize();
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const described = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
    const tables = await source.query<{ name: string }[]>(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        ORDER BY 1`,
    );
    const names = tables.map((table) => table.name).filter((table) => table !== recordOfMigrations);
    return {
      statements: upQueries.map(({ query }) => query),
      tablesWithoutEntity: names.filter((table) => !described.has(table)),
    };
  } finally {
    await source.destroy();
    await database.drop();
  }
}
