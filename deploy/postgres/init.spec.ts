import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';

// Where PostgreSQL's client is installed; the image that runs the script has it.
const hasPsql = spawnSync('psql', ['--version']).status === 0;

(hasPsql ? describe : describe.skip)('init.sh', () => {
  const url = process.env['TEST_POSTGRES_URL'] ?? '';
  const { hostname, port, username } = new URL(url);
  const name = `init_${randomBytes(4).toString('hex')}`;
  const client = new Client({ connectionString: url });

  function initialise(passwords: Record<string, string>) {
    const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, ...passwords };
    return spawnSync('sh', [join(import.meta.dirname, 'init.sh'), name], { env, encoding: 'utf8' });
  }

  async function made(): Promise<{ password: string | null; public: boolean }[]> {
    const { rows } = await client.query<{ password: string | null; public: boolean }>(
      `SELECT rolpassword AS password, has_database_privilege('pg_monitor', datname, 'CONNECT') AS public
         FROM pg_authid JOIN pg_database ON datdba = pg_authid.oid
        WHERE rolname = $1 AND datname = $1 AND rolcanlogin AND NOT rolsuper`,
      [name],
    );
    return rows;
  }

  beforeAll(() => client.connect());
  afterAll(async () => {
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)}`);
    await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(name)}`);
    await client.end();
  });

  it('makes a role and its database, which no other role may enter; told again, it only changes the password', async () => {
    const variable = `${name.toUpperCase()}_DATABASE_PASSWORD`;
    expect(initialise({ [variable]: `it's "one"` })).toMatchObject({ status: 0, stderr: '' });
    const [first] = await made();
    expect(first).toEqual({ password: expect.stringMatching(/^SCRAM/), public: false });

    expect(initialise({ [variable]: 'another' })).toMatchObject({ status: 0, stderr: '' });
    const [second] = await made();
    expect(second).toEqual({ password: expect.stringMatching(/^SCRAM/), public: false });
    expect(second?.password).not.toBe(first?.password);
  });

  it('fails when a password is missing', () => {
    expect(initialise({}).status).not.toBe(0);
  });
});
