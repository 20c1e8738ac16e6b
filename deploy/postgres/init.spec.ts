import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { localUrls, publicUrls } from '../public-urls.ts';

// The image that runs the script has PostgreSQL's client. Where a machine has none, ours stands in.
const hasPsql = spawnSync('psql', ['--version']).status === 0;
const ways: ('psql' | 'stand-in')[] = hasPsql ? ['psql', 'stand-in'] : ['stand-in'];

describe.each(ways)('init.sh with %s', (way) => {
  const url = process.env['TEST_POSTGRES_URL'] ?? '';
  const { hostname, port, username } = new URL(url);
  const name = `init_${randomBytes(4).toString('hex')}`;
  const client = new Client({ connectionString: url });

  let bin: string;

  function initialise(passwords: Record<string, string>) {
    const PATH = way === 'psql' ? process.env['PATH'] : `${bin}:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH, PGHOST: hostname, PGPORT: port, PGUSER: username, ...passwords };
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

  beforeAll(async () => {
    bin = await mkdtemp(join(tmpdir(), 'ces-psql-'));
    const run = `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'psql.ts')}' "$@"\n`;
    await writeFile(join(bin, 'psql'), run, { mode: 0o755 });
    await client.connect();
  });
  afterAll(async () => {
    await rm(bin, { recursive: true });
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)}`);
    await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(name)}`);
    await client.end();
  });

  it('makes a role and a database for it alone; a second run only changes the password', async () => {
    const variable = `${name.toUpperCase()}_DATABASE_PASSWORD`;
    expect(initialise({ [variable]: `it's "one"` })).toMatchObject({ status: 0, stderr: '' });
    const [first] = await made();
    expect(first).toEqual({ password: expect.stringMatching(/^SCRAM/), public: false });

    expect(initialise({ [variable]: 'another' })).toMatchObject({ status: 0, stderr: '' });
    const [second] = await made();
    expect(second).toEqual({ password: expect.stringMatching(/^SCRAM/), public: false });
    expect(second?.password).not.toBe(first?.password);
  });

  it('refuses passwords of .env.example where PUBLIC_URL is public, and names them', () => {
    const variable = `${name.toUpperCase()}_DATABASE_PASSWORD`;
    const own = { [variable]: 'own', PGPASSWORD: 'own' };
    const known = 'development-only-x';
    for (const PUBLIC_URL of publicUrls) {
      const refused = initialise({ ...own, [variable]: known, PUBLIC_URL });
      expect(refused).toMatchObject({ status: 78, stdout: `${variable}\n` });
      expect(refused.stderr).toContain('.env.example');
      expect(initialise({ ...own, PGPASSWORD: known, PUBLIC_URL })).toMatchObject({
        status: 78,
        stdout: 'PGPASSWORD\n',
      });
      expect(initialise({ ...own, PUBLIC_URL }).status).toBe(0);
    }
    for (const PUBLIC_URL of localUrls) expect(initialise({ ...own, [variable]: known, PUBLIC_URL }).status).toBe(0);
  });

  it('fails when a password is missing', () => {
    expect(initialise({}).status).not.toBe(0);
  });
});
