import { ask } from '@ces/testing/servers/replicated-postgres';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { localUrls, publicUrls } from '../public-urls.ts';

// The image that runs the script has psql. A machine without psql uses our stand-in.
const hasPsql = spawnSync('psql', ['--version']).status === 0;
const ways: ('psql' | 'stand-in')[] = hasPsql ? ['psql', 'stand-in'] : ['stand-in'];

const attempts = ways.flatMap((way) => [
  [way, 'a superuser'] as const,
  [way, 'CREATEDB and CREATEROLE alone'] as const,
]);

describe.each(attempts)('init.sh with %s, run by %s', (way, rights) => {
  const url = process.env['TEST_POSTGRES_URL'] ?? '';
  const { hostname, port, username: superuser } = new URL(url);
  const name = `init_${randomBytes(4).toString('hex')}`;
  const username = rights === 'a superuser' ? superuser : `${name}_admin`;
  const client = new Client({ connectionString: url });

  let bin: string;

  function initialise(passwords: Record<string, string>) {
    return run([name], passwords);
  }

  /** Without a service the script only checks its variables. */
  function check(variables: Record<string, string>) {
    return run([], variables);
  }

  function run(services: string[], variables: Record<string, string>) {
    const PATH = way === 'psql' ? process.env['PATH'] : `${bin}:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH, PGHOST: hostname, PGPORT: port, PGUSER: username, ...variables };
    return spawnSync('sh', [join(import.meta.dirname, 'init.sh'), ...services], { env, encoding: 'utf8' });
  }

  interface Made {
    owner: string | null;
    runtime: string | null;
    public: boolean;
    serves: boolean;
  }

  async function made(): Promise<Made[]> {
    const { rows } = await client.query<Made>(
      `SELECT own.rolpassword AS owner, run.rolpassword AS runtime,
              has_database_privilege('pg_monitor', datname, 'CONNECT') AS public,
              has_database_privilege(run.oid, datname, 'CONNECT') AS serves
         FROM pg_authid own JOIN pg_database ON datdba = own.oid JOIN pg_authid run ON run.rolname = $1 || '_runtime'
        WHERE own.rolname = $1 AND datname = $1 AND own.rolcanlogin AND run.rolcanlogin
          AND NOT own.rolsuper AND NOT run.rolsuper AND NOT pg_has_role(run.oid, own.oid, 'MEMBER')`,
      [name],
    );
    return rows;
  }

  async function findRights(): Promise<unknown> {
    const { rows } = await client.query(
      `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolinherit,
              ARRAY(SELECT pg_get_userbyid(roleid)::text FROM pg_auth_members WHERE member = pg_roles.oid) AS member_of,
              (SELECT datacl::text FROM pg_database WHERE datname = $1) AS acl
         FROM pg_roles WHERE starts_with(rolname, $1) ORDER BY rolname`,
      [name],
    );
    return rows;
  }

  const as = (role: string, statement: string): Promise<unknown[]> =>
    ask(`postgres://${role}@${hostname}:${port}/${name}`, statement);

  const scram = expect.stringMatching(/^SCRAM/) as string;
  const prefix = name.toUpperCase();

  beforeAll(async () => {
    bin = await mkdtemp(join(tmpdir(), 'ces-psql-'));
    const run = `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'psql.ts')}' "$@"\n`;
    await writeFile(join(bin, 'psql'), run, { mode: 0o755 });
    await client.connect();
    if (username !== superuser) await client.query(`CREATE ROLE ${username} LOGIN CREATEDB CREATEROLE`);
  });
  afterAll(async () => {
    await rm(bin, { recursive: true });
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)}`);
    for (const role of [name, `${name}_runtime`, `${name}_admin`]) {
      const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      if (known.rowCount) await client.query(`DROP OWNED BY ${escapeIdentifier(role)}`);
      await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`);
    }
    await client.end();
  });

  it('makes two roles and a database for them alone; a second run only changes the passwords', async () => {
    const [owner, runtime] = [`${prefix}_OWNER_PASSWORD`, `${prefix}_DATABASE_PASSWORD`];
    expect(initialise({ [owner]: `it's "one"`, [runtime]: 'two' })).toMatchObject({ status: 0, stderr: '' });
    const [first] = await made();
    expect(first).toEqual({ owner: scram, runtime: scram, public: false, serves: true });

    expect(initialise({ [owner]: 'another', [runtime]: 'and another' })).toMatchObject({ status: 0, stderr: '' });
    const [second] = await made();
    expect(second).toEqual({ owner: scram, runtime: scram, public: false, serves: true });
    expect([second?.owner, second?.runtime]).not.toEqual([first?.owner, expect.anything()]);
    expect(second?.runtime).not.toBe(first?.runtime);
  });

  it('lets the owner alone change the schema, and leaves what it finds', async () => {
    await as(name, 'CREATE TABLE kept AS SELECT 42 AS answer');
    for (const statement of ['CREATE TABLE own ()', 'CREATE SCHEMA own', 'DROP TABLE kept', 'SELECT FROM kept'])
      await expect(as(`${name}_runtime`, statement)).rejects.toMatchObject({ code: '42501' });
    const before = await findRights();
    expect(initialise({ [`${prefix}_OWNER_PASSWORD`]: 'x', [`${prefix}_DATABASE_PASSWORD`]: 'y' }).status).toBe(0);
    expect(await findRights()).toEqual(before);
    expect(await as(name, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('takes passwords from files', async () => {
    const [before] = await made();
    const file = join(bin, 'password');
    await writeFile(file, 'from a file\n');
    const files = { [`${prefix}_OWNER_PASSWORD_FILE`]: file, [`${prefix}_DATABASE_PASSWORD_FILE`]: file };
    expect(initialise(files)).toMatchObject({ status: 0, stderr: '' });
    expect((await made())[0]?.runtime).not.toBe(before?.runtime);
    await writeFile(file, 'development-only-x');
    expect(initialise({ ...files, PUBLIC_URL: publicUrls[0] ?? '' })).toMatchObject({ status: 78 });
  });

  it('refuses passwords of .env.example where PUBLIC_URL is public, and names them', () => {
    const variable = `${prefix}_DATABASE_PASSWORD`;
    const own = { [variable]: 'own', [`${prefix}_OWNER_PASSWORD`]: 'own', PGPASSWORD: 'own' };
    const known = 'development-only-x';
    for (const PUBLIC_URL of publicUrls) {
      const refused = check({ ...own, [variable]: known, PUBLIC_URL });
      expect(refused).toMatchObject({ status: 78, stdout: `${variable}\n` });
      expect(refused.stderr).toContain('.env.example');
      expect(check({ ...own, PGPASSWORD: known, PUBLIC_URL })).toMatchObject({ status: 78, stdout: 'PGPASSWORD\n' });
      expect(check({ ...own, PUBLIC_URL }).status).toBe(0);
    }
    for (const PUBLIC_URL of localUrls) expect(check({ ...own, [variable]: known, PUBLIC_URL }).status).toBe(0);
    const [PUBLIC_URL = ''] = publicUrls;
    expect(initialise({ ...own, [variable]: known, PUBLIC_URL }).status).toBe(78);
    expect(initialise({ ...own, PUBLIC_URL }).status).toBe(0);
  });

  it('fails when a password is missing', () => {
    expect(initialise({}).status).not.toBe(0);
    expect(initialise({ [`${prefix}_DATABASE_PASSWORD`]: 'one' }).status).not.toBe(0);
  });
});
