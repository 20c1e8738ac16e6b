import { DatabaseConfig, readConfig } from './config/config.js';
import { migrationUrl, type Schema } from './database/database.js';
import { migrateCommand } from './database/migrating/migrate-command.js';
import { orExplain, unknownCommand } from './main-process.js';
import type { Service } from './start.js';

/**
 * `node main.js` serves, `node main.js migrate` prepares the database and ends; `migrate --status` and `migrate --plan`
 * change nothing. `migrate` needs the tables but not the service, which is therefore loaded only for the rest: a
 * migration takes a third of the time.
 */
export async function run<C extends DatabaseConfig>(
  name: string,
  schema: Schema,
  load: () => Promise<Service<C>>,
): Promise<void> {
  await orExplain(async () => {
    const [command, ...options] = process.argv.slice(2);
    if (command === 'migrate') return runMigrate(name, schema, options);
    const [{ start }, service] = await Promise.all([import('./start.js'), load()]);
    return start(service);
  });
}

/** Migrations need only the settings of the database, and not those of mails, for example. */
async function runMigrate(name: string, schema: Schema, options: string[]): Promise<void> {
  const env = Object.entries(process.env).filter(([key]) => /^(DATABASE_|LOG_LEVEL$|PUBLIC_URL$)/.test(key));
  const url = migrationUrl(readConfig(DatabaseConfig, Object.fromEntries(env)));
  try {
    const code = await migrateCommand({ name, url, schema }, options);
    if (code === undefined) throw unknownCommand(name);
    process.exitCode = code;
  } catch (error) {
    const { describeRefusal, isRefusal } = await import('./opening/describe-refusal.js');
    if (!isRefusal(error)) throw error;
    console.error(`${name}: ${describeRefusal(error, url)}`);
    process.exitCode = 1;
  }
}
