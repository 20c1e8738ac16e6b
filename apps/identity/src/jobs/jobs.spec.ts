import { closeUser } from '@ces/contracts/identity/deletion';
import { registerCredentials } from '@ces/contracts/identity/credentials';
import { userErased } from '@ces/contracts/identity/erasure';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/private-database';
import { DataSource } from 'typeorm';
import { migrateIdentity, runIdentity, type Running } from '../../test/run-identity.js';
import { JobsService } from './jobs.service.js';

describe('jobs of two replicas', () => {
  let database: PrivateDatabase;
  let replicas: Running[];

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    const env = { DATABASE_URL: database.url };
    replicas = await Promise.all([runIdentity(env), runIdentity(env)]);
  });

  afterAll(async () => {
    await Promise.all(replicas.map((each) => each.close()));
    await database.drop();
  });

  it('erase each account once and announce it once, however often they run at the same time', async () => {
    const [one] = replicas as [Running, Running];
    const source = one.app.get(DataSource);
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const credentials = { username: `due${n}@example.com`, password: 'correct horse', client_id: 'cl_a' };
      const { user_id } = await one.call(registerCredentials, credentials);
      // Half of them are due because their grace time is over, half because they were never finished.
      if (n % 2 === 0) await one.call(closeUser, { user_id, client_id: 'cl_a', locale: 'en_GB' });
      ids.push(user_id);
    }
    const runBoth = () => Promise.all(replicas.map((each) => each.app.get(JobsService).runAll()));
    await source.query(`UPDATE app_user SET erase_after = now() WHERE closed_at IS NOT NULL`);
    await source.query(`UPDATE credential SET created_at = now() - interval '8 days'`);
    for (let n = 0; n < 5; n += 1) await runBoth();
    await source.query('UPDATE erasure SET announce_after = now()');
    for (let n = 0; n < 5; n += 1) await runBoth();
    const once = ids.map((user_id) => ({ user_id, n: 1 })).sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
    const count = (sql: string, values: unknown[]) => source.query<object[]>(sql, values);
    expect(
      await count(
        `SELECT user_id, count(*)::int AS n FROM audit WHERE what LIKE $1 GROUP BY user_id ORDER BY user_id COLLATE "C"`,
        ['user erased%'],
      ),
    ).toEqual(once);
    expect(
      await count(
        `SELECT payload::json->>'user_id' AS user_id, count(*)::int AS n FROM outbox WHERE subject = $1
         GROUP BY 1 ORDER BY (payload::json->>'user_id') COLLATE "C"`,
        [userErased.subject],
      ),
    ).toEqual(once);
  });
});
