import { DataSource, type MigrationInterface } from 'typeorm';
import { AppliedMigrationStore } from './applied-migration.store.js';
import { databaseOptions, migrate, type Schema } from '../database.js';
import { fitOf, nameOf, namesOf, type SchemaFit } from './schema-fit.js';

interface MigratedService {
  name: string;
  url: string;
  schema: Schema;
}

type Tell = (line: string) => void;

/**
 * Returns the exit code, or undefined for an unknown option.
 *
 * - `migrate` brings the database up to this version.
 * - `migrate --grant-to=<role>` also lets this role, which serves, read and write.
 * - `migrate --status` lists missing migrations, and returns 1 unless this version can work with the database.
 * - `migrate --plan` prints the SQL of the missing migrations.
 */
export async function migrateCommand(
  service: MigratedService,
  options: string[],
  tell: Tell = console.log,
): Promise<number | undefined> {
  const [option, ...others] = options;
  if (others.length > 0) return undefined;
  if (option === undefined) return bringUp(service, tell);
  const [, role] = /^--grant-to=(.+)$/.exec(option) ?? [];
  if (role !== undefined) return bringUp(service, tell, role);
  if (option === '--status') return compare(service, (_, fit) => tellStatus(service.name, fit, tell));
  if (option === '--plan') return compare(service, (source, fit) => tellPlan(service.name, source, fit, tell));
  return undefined;
}

async function bringUp({ name, url, schema }: MigratedService, tell: Tell, servingRole?: string): Promise<number> {
  const tellOf = (line: string): void => {
    tell(`${name}: ${line}`);
  };
  const done = await migrate(url, schema, tellOf, { servingRole });
  tellOf(done.length > 0 ? `migrated ${done.join(', ')}` : 'up to date');
  if (servingRole !== undefined) tellOf(`${servingRole} may read and write`);
  return 0;
}

function compare(
  service: MigratedService,
  say: (source: DataSource, fit: SchemaFit) => number | Promise<number>,
): Promise<number> {
  return withDatabase(service, async (source) =>
    say(source, fitOf(namesOf(source), await new AppliedMigrationStore(source).names())),
  );
}

async function withDatabase<T>({ url, schema }: MigratedService, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await new DataSource(databaseOptions({ DATABASE_URL: url, DATABASE_POOL: 4 }, schema)).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

function tellStatus(service: string, { missing, newer, fault }: SchemaFit, tell: Tell): number {
  for (const name of missing) tell(`${service}: missing ${name}`);
  for (const name of newer) tell(`${service}: of a newer version ${name}`);
  tell(`${service}: ${fault ?? 'this version can work with the database'}`);
  return fault === undefined ? 0 : 1;
}

async function tellPlan(service: string, source: DataSource, { missing }: SchemaFit, tell: Tell): Promise<number> {
  if (missing.length === 0) tell(`-- ${service}: up to date`);
  for (const name of missing) {
    const migration = source.migrations.find((each) => nameOf(each) === name);
    if (!migration) continue;
    tell(`-- ${service}: ${name}${migration.transaction === false ? ', without a transaction' : ''}`);
    for (const statement of await statementsOf(migration)) tell(`${statement.trim()};`);
  }
  return 0;
}

/** Without the statements that a migration makes from rows of the database. */
async function statementsOf(migration: MigrationInterface): Promise<string[]> {
  const statements: string[] = [];
  const recorder = {
    query: (statement: string) => {
      statements.push(statement);
      return Promise.resolve([]);
    },
  };
  await migration.up(recorder as unknown as Parameters<MigrationInterface['up']>[0]);
  return statements;
}
