import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** `owner` migrates; `runtime` serves and cannot change tables. */
export interface DatabaseUrls {
  owner: string;
  runtime: string;
}

export function servingUrls(databases: Record<string, DatabaseUrls>): Record<string, string> {
  return Object.fromEntries(Object.entries(databases).map(([name, { runtime }]) => [name, runtime]));
}

export const runtimeRole = (service: string): string => `${service}_runtime`;

/**
 * Does the same as deploy/postgres/init.sh, but both roles of a service have one password. It is set at every start, so
 * that a changed one takes effect.
 */
export async function createDatabases(
  server: string,
  passwords: Record<string, string>,
): Promise<Record<string, DatabaseUrls>> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    for (const [name, password] of Object.entries(passwords)) await createDatabase(client, name, password);
  } finally {
    await client.end();
  }
  return Object.fromEntries(
    Object.entries(passwords).map(([name, password]) => [name, databaseUrls(server, name, password)]),
  );
}

async function createDatabase(client: Client, name: string, password: string): Promise<void> {
  const id = escapeIdentifier(name);
  await createRole(client, name, password);
  await createRole(client, runtimeRole(name), password);
  const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!databases.rowCount) await client.query(`CREATE DATABASE ${id} OWNER ${id}`);
  await client.query(`REVOKE CONNECT ON DATABASE ${id} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${id} TO ${escapeIdentifier(runtimeRole(name))}`);
}

async function createRole(client: Client, name: string, password: string): Promise<void> {
  const id = escapeIdentifier(name);
  const roles = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (!roles.rowCount) await client.query(`CREATE ROLE ${id} LOGIN`);
  await client.query(`ALTER ROLE ${id} PASSWORD ${escapeLiteral(password)}`);
}

export function databaseUrls(server: string, name: string, password: string): DatabaseUrls {
  return { owner: urlOf(server, name, name, password), runtime: urlOf(server, name, runtimeRole(name), password) };
}

function urlOf(server: string, database: string, role: string, password: string): string {
  const url = new URL(server);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}
