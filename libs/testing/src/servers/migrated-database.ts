import { migrate, type Schema } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from './private-database.js';

/** All specs of a jest run copy it from one template. */
export function migratedDatabase(name: string, schema: Schema): Promise<PrivateDatabase> {
  const migrateSchema = async (url: string): Promise<void> => {
    await migrate(url, schema);
  };
  return privateDatabase(name, migrateSchema, schema.migrations.map((migration) => migration.name).join());
}
