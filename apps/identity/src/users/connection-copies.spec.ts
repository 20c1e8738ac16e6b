import { putProvider } from '@ces/contracts/clients';
import {
  allConnections,
  connectionsOfUsers,
  latelyChanged,
  type CopiedConnection,
} from '@ces/contracts/connection-copy';
import { ensureConnection } from '@ces/contracts/users';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/private-database';
import { DataSource } from 'typeorm';
import { migrateIdentity, runIdentity, type Running } from '../../test/run-identity.js';

const count = 2_500;

describe('what a copy of the connections is made of', () => {
  let database: PrivateDatabase;
  let identity: Running;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    identity = await runIdentity({ DATABASE_URL: database.url });
    const source = identity.app.get(DataSource);
    for (const name of ['acme', 'other'])
      await identity.call(putProvider, { name, issuer: 'https://login.example', client_ids: ['shop'] });
    await source.query(`INSERT INTO app_user (id, closed_at) VALUES (repeat('a', 25), NULL), (repeat('b', 25), now())`);
    // As long as they may be: a thousand of them are more than fits into a reply.
    await source.query(
      `INSERT INTO connection (provider_name, owner_id, user_id)
       SELECT CASE WHEN n % 2 = 0 THEN 'acme' ELSE 'other' END, repeat('👍', 250) || n, repeat(CASE WHEN n % 5 = 0 THEN 'b' ELSE 'a' END, 25)
         FROM generate_series(10001, 10000 + $1::int) n`,
      [count],
    );
  });

  afterAll(async () => {
    await identity.close();
    await database.drop();
  });

  const expectAll = (found: CopiedConnection[]) => {
    expect(new Set(found.map((each) => `${each.provider_name} ${each.owner_id}`)).size).toBe(count);
    expect(found).toHaveLength(count);
    expect(found.filter((each) => !each.open)).toHaveLength(count / 5);
    expect(found.every((each) => each.open === each.user_id.startsWith('a'))).toBe(true);
  };

  it('is told whole, page after page, however long the owners are', async () => {
    const found: CopiedConnection[] = [];
    for (let whole = false; !whole;) {
      const after = found.at(-1);
      const page = await identity.call(allConnections, after ? { after } : {});
      found.push(...page.connections);
      whole = page.whole;
    }
    expectAll(found);
  });

  it('is told of some users, and who of them is not there', async () => {
    const user_ids = ['a'.repeat(25), 'b'.repeat(25), 'c'.repeat(25)];
    const found: CopiedConnection[] = [];
    for (let whole = false; !whole;) {
      const after = found.at(-1);
      const page = await identity.call(connectionsOfUsers, { user_ids, ...(after ? { after } : {}) });
      expect(page.gone).toEqual(['c'.repeat(25)]);
      found.push(...page.connections);
      whole = page.whole;
    }
    expectAll(found);
  });

  it('is told at once who has changed', async () => {
    const { user_id } = await identity.call(ensureConnection, { provider_name: 'acme', owner_id: 'new' });
    expect(await identity.call(latelyChanged, {})).toEqual([user_id]);
  });
});
