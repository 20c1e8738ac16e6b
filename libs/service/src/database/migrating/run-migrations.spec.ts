import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { eventually } from '@ces/testing/eventually';
import { ask } from '@ces/testing/servers/replicated-postgres';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrate, type Schema } from '../database.js';
import { migrateCommand } from './migrate-command.js';

class CreateNotes1700000000001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE note (text text)');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

class AddAuthors1700000000002 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE author (name text)');
    await runner.query('ALTER TABLE note ADD COLUMN author text');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

class AddAges1700000000003 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE editor ADD COLUMN age integer');
    await runner.query('ALTER TABLE note ADD COLUMN age integer');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const schema = (...migrations: Schema['migrations']): Schema => ({ entities: [], migrations });

describe('a migration that needs a lock', () => {
  let database: PrivateDatabase;
  let reader: Client;
  let lines: string[];

  beforeEach(async () => {
    database = await privateDatabase('locks');
    await migrate(database.url, schema(CreateNotes1700000000001));
    reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT * FROM note');
    lines = [];
  });
  afterEach(async () => {
    await reader.end();
    await database.drop();
  });

  const run = (attempts: number): Promise<string[]> =>
    migrate(database.url, schema(CreateNotes1700000000001, AddAuthors1700000000002), (line) => lines.push(line), {
      patience: { timeoutMs: 100, pauseMs: 200, attempts },
    });

  it('lets requests pass, and tries again until the lock is free', async () => {
    const running = run(1_000);
    await sleep(50);
    const other = new Client({ connectionString: database.url });
    await other.connect();
    while (lines.length < 2) await other.query('SELECT * FROM note');
    await other.end();
    await reader.query('COMMIT');
    expect(await running).toEqual(['AddAuthors1700000000002']);
    expect(lines[0]).toBe('AddAuthors1700000000002 waits for a lock that others hold; attempt 1 of 1000');
  });

  it('is rolled back as a whole, and gives up with advice', async () => {
    await expect(run(2)).rejects.toThrow(
      'AddAuthors1700000000002 did not get its locks in 2 attempts; look for long transactions in pg_stat_activity',
    );
    const { rows } = await reader.query(`SELECT to_regclass('author') AS author`);
    expect(rows).toEqual([{ author: null }]);
  });

  it('is tried again when it and a request each hold a lock that the other needs', async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('CREATE TABLE editor (name text)');
    // PostgreSQL ends the session that notices the deadlock first.
    await reader.query(`SET deadlock_timeout = '50s'`);
    const running = migrate(
      database.url,
      schema(CreateNotes1700000000001, AddAges1700000000003),
      (line) => lines.push(line),
      { patience: { timeoutMs: 20_000, pauseMs: 200, attempts: 1_000 } },
    );
    await eventually(async () => {
      const { rows } = await other.query(`SELECT FROM pg_locks WHERE relation = 'note'::regclass AND NOT granted`);
      expect(rows).toHaveLength(1);
    });
    await reader.query('SELECT * FROM editor');
    await reader.query('COMMIT');
    expect(await running).toEqual(['AddAges1700000000003']);
    expect(lines).toEqual(['AddAges1700000000003 waits for a lock that others hold; attempt 1 of 1000']);
    await other.end();
  });
});

describe('the role that serves', () => {
  const role = `serves_${randomBytes(4).toString('hex')}`;
  let database: PrivateDatabase;
  let url: string;

  beforeEach(async () => {
    database = await privateDatabase('rights');
    await ask(database.url, `CREATE ROLE ${role} LOGIN`);
    const way = new URL(database.url);
    way.username = role;
    url = way.href;
  });

  afterEach(async () => {
    await database.drop();
    await ask(process.env['TEST_POSTGRES_URL'] ?? '', `DROP ROLE ${role}`);
  });

  it('has its rights as soon as a migration is there', async () => {
    class CountNotes1700000000002 {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(
          'CREATE FUNCTION count_notes() RETURNS bigint LANGUAGE sql RETURN (SELECT count(*) FROM note)',
        );
        await runner.query('REVOKE EXECUTE ON FUNCTION count_notes FROM PUBLIC');
      }
      down(): Promise<void> {
        return Promise.resolve();
      }
    }
    const answers: unknown[] = [];
    class Serve1700000000003 {
      async up(): Promise<void> {
        await ask(url, `INSERT INTO note VALUES ('a')`);
        answers.push(...(await ask(url, 'SELECT count_notes() AS notes')));
      }
      down(): Promise<void> {
        return Promise.resolve();
      }
    }
    const all = schema(CreateNotes1700000000001, CountNotes1700000000002, Serve1700000000003);
    const lines: string[] = [];
    await migrateCommand({ name: 'notes', url: database.url, schema: all }, [`--grant-to=${role}`], (line) =>
      lines.push(line),
    );
    expect(answers).toEqual([{ notes: '1' }]);
    expect(lines.at(-1)).toBe(`notes: ${role} may read and write`);
    await expect(ask(url, 'DELETE FROM migrations')).rejects.toMatchObject({ code: '42501' });
  });
});
