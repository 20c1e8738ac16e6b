import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** Makes a role and a database for each service. Sets the passwords at every start, so that a changed one takes effect. */
export async function createDatabases(
  server: string,
  passwords: Record<string, string>,
): Promise<Record<string, string>> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    for (const [name, password] of Object.entries(passwords)) await createDatabase(client, name, password);
  } finally {
    await client.end();
  }
  return Object.fromEntries(
    Object.entries(passwords).map(([name, password]) => [name, databaseUrl(server, name, password)]),
  );
}

async function createDatabase(client: Client, name: string, password: string): Promise<void> {
  const id = escapeIdentifier(name);
  const roles = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (!roles.rowCount) await client.query(`CREATE ROLE ${id} LOGIN`);
  await client.query(`ALTER ROLE ${id} PASSWORD ${escapeLiteral(password)}`);
  const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!databases.rowCount) await client.query(`CREATE DATABASE ${id} OWNER ${id}`);
  await client.query(`REVOKE CONNECT ON DATABASE ${id} FROM PUBLIC`);
}

/** The address of a service's database, for its role. */
export function databaseUrl(server: string, name: string, password: string): string {
  const url = new URL(server);
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}
