import { putProvider } from '@ces/contracts/identity/providers';
import {
  allConnections,
  connectionChanges,
  connectionsOfOwners,
  connectionsOfUsers,
  type CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import { connectionRemoved, ensureConnection } from '@ces/contracts/identity/users';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/private-database';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
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

  it('is told who some owners belong to, also of closed accounts', async () => {
    const owner = (n: number) => `${'👍'.repeat(250)}${n}`;
    const owners = [10001, 10005, 99999].map((n) => ({ provider_name: 'other', owner_id: owner(n) }));
    const found = await identity.call(connectionsOfOwners, { owners });
    expect(found.map(({ owner_id, user_id, open }) => [owner_id, user_id, open]).sort()).toEqual([
      [owner(10001), 'a'.repeat(25), true],
      [owner(10005), 'b'.repeat(25), false],
    ]);
  });

  it('is told at once who has changed, however many and whatever comes between', async () => {
    const source = identity.app.get(DataSource);
    const { known: before } = await identity.call(connectionChanges, {});
    const { user_id } = await identity.call(ensureConnection, { provider_name: 'acme', owner_id: 'new' });
    const first = await identity.call(connectionChanges, {});
    expect([before, first.changes.map((each) => each.user_id), first.next]).toEqual([null, [user_id], null]);
    await source.query(
      `INSERT INTO outbox (message_id, subject, payload, created_at, published_at)
       SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1 ELSE 'identity.other' END,
              json_build_object('user_id', 'user-' || n), now() - interval '5 minutes', now()
         FROM generate_series(1, 12000) n`,
      [connectionRemoved.subject],
    );
    const { user_id: last } = await identity.call(ensureConnection, { provider_name: 'acme', owner_id: 'newer' });
    const one = await identity.call(connectionChanges, {});
    const two = await identity.call(connectionChanges, { after: one.next ?? '' });
    const changed = [...one.changes, ...two.changes].map((each) => each.user_id);
    expect(changed).toEqual([user_id, ...Array.from({ length: 6_000 }, (_, n) => `user-${2 * n + 2}`), last]);
    expect([one.known, two.next]).toEqual([one.next, null]);
    // What is young may not be all there is: it is told again.
    const again = await identity.call(connectionChanges, { after: two.known ?? '' });
    expect(again.changes.map((each) => each.user_id)).toEqual([last]);
  });
});

it('pages of connections follow code points, whatever the language of the database', async () => {
  const server = await privateDatabase('server');
  const database = `identity_en_${randomBytes(4).toString('hex')}`;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  // Passes over hyphens, as the languages of most installations do.
  await client.query(`CREATE DATABASE ${database} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-u-ka-shifted'`);
  const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  try {
    await migrateIdentity(url);
    const identity = await runIdentity({ DATABASE_URL: url });
    for (const name of ['ab', 'a-c']) {
      await identity.call(putProvider, { name, issuer: 'https://login.example', client_ids: ['shop'] });
      await identity.call(ensureConnection, { provider_name: name, owner_id: 'owner' });
    }
    const { connections } = await identity.call(allConnections, {});
    await identity.close();
    expect(connections.map(({ provider_name }) => provider_name)).toEqual(['a-c', 'ab']);
  } finally {
    await client.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await client.end();
    await server.drop();
  }
}, 60_000);
