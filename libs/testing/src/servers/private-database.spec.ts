import { Client } from 'pg';
import { privateDatabase } from './private-database.ts';

const migrations: string[] = [];

async function migrate(url: string): Promise<void> {
  migrations.push(url);
  await query(url, 'CREATE TABLE notes (id int)');
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('privateDatabase', () => {
  it('makes an empty database, and drops it', async () => {
    const one = await privateDatabase('plain');
    await query(one.url, 'CREATE TABLE t (id int)');
    const two = await privateDatabase('plain');
    await expect(query(two.url, 'SELECT * FROM t')).rejects.toThrow('does not exist');
    await Promise.all([one.drop(), two.drop()]);
    await expect(query(one.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });

  it('migrates a template once, also for two suites at once', async () => {
    const [one, two] = await Promise.all([privateDatabase('notes', migrate), privateDatabase('notes', migrate)]);
    await query(one.url, 'INSERT INTO notes VALUES (1)');
    expect(migrations).toHaveLength(1);
    expect(await query(two.url, 'SELECT * FROM notes')).toEqual([]);
    await Promise.all([one.drop(), two.drop()]);
  });
});
