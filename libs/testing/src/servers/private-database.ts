import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, type DatabaseError } from 'pg';

export interface PrivateDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

type Migrate = (url: string) => Promise<void>;

/**
 * A database for one suite. With `migrate` it is a copy of a template that is migrated once per run. Suites share a
 * template by `name` and `content`, by default the text of `migrate`, which must close its connections.
 */
export async function privateDatabase(
  name: string,
  migrate?: Migrate,
  content = migrate?.toString() ?? '',
): Promise<PrivateDatabase> {
  const database = `${runPrefix()}${shortName(name)}_${randomBytes(4).toString('hex')}`;
  await withServer(async (server) => {
    if (!migrate) return server.query(`CREATE DATABASE ${escapeIdentifier(database)}`);
    const template = templateName(name, content);
    await makeTemplate(server, template, migrate);
    return copyTemplate(server, template, database);
  });
  return { url: urlOf(database), drop: () => dropDatabase(database) };
}

/** For a server that outlives the run: the templates, and what killed workers have left. */
export async function dropDatabases(): Promise<void> {
  const { rows } = await withServer((server) =>
    server.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [runPrefix()]),
  );
  for (const { datname } of rows) await dropDatabase(datname);
}

async function makeTemplate(server: Client, template: string, migrate: Migrate): Promise<void> {
  // One process migrates the template, and the others wait for it.
  await server.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [template]);
  try {
    const made = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (made.rowCount) return;
    const half = `${template}_half`;
    await dropDatabase(half);
    await server.query(`CREATE DATABASE ${escapeIdentifier(half)}`);
    await migrate(urlOf(half));
    await whenUnused(() =>
      server.query(`ALTER DATABASE ${escapeIdentifier(half)} RENAME TO ${escapeIdentifier(template)}`),
    );
  } finally {
    await server.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [template]);
  }
}

function copyTemplate(server: Client, template: string, database: string) {
  // The usual strategy copies through the WAL and costs three times as much.
  const options = `TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`;
  return whenUnused(() => server.query(`CREATE DATABASE ${escapeIdentifier(database)} ${options}`));
}

/** The server notices a closed connection late, so a database may still be in use for a moment. */
async function whenUnused<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      const inUse = (error as DatabaseError).code === '55006';
      if (!inUse || attempt === 100) throw error;
      await sleep(50);
    }
  }
}

function dropDatabase(database: string): Promise<void> {
  return withServer(async (server) => {
    await server.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(database)} WITH (FORCE)`);
  });
}

async function withServer<T>(work: (server: Client) => Promise<T>): Promise<T> {
  const server = new Client({ connectionString: serverUrl() });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url)
    throw new Error('TEST_POSTGRES_URL is not set: run the suite with jest, whose global set-up starts PostgreSQL');
  return url;
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function runPrefix(): string {
  return `test_${process.env['TEST_RUN_ID'] ?? 'run'}_`;
}

function templateName(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return `${runPrefix()}template_${shortName(name)}_${hash}`;
}

/** PostgreSQL cuts names at 63 bytes. */
function shortName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 20);
}
