import { putProvider } from '@ces/contracts/identity/providers';
import {
  allConnections,
  connectionChanges,
  connectionsOfOwners,
  connectionsOfUsers,
  type CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import { connectionRemoved, ensureConnection } from '@ces/contracts/identity/users';
import { privateDatabase } from '@ces/testing/servers/private-database';
import type { RunningService } from '@ces/testing/services/start-service';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateIdentity, runIdentity } from '../../test/run-identity.js';
import { startIdentity } from '../../test/start-identity.js';

const count = 2_500;

describe('the source of copies of the connections', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
    for (const name of ['acme', 'other'])
      await identity.bus.call(putProvider, { name, issuer: 'https://login.example', client_ids: ['shop'] });
    await identity.query(
      `INSERT INTO app_user (id, closed_at) VALUES (repeat('a', 25), NULL), (repeat('b', 25), now())`,
    );
    // Owner ids have the greatest length, so that a thousand connections do not fit into a reply.
    await identity.query(
      `INSERT INTO connection (provider_name, owner_id, user_id)
       SELECT CASE WHEN n % 2 = 0 THEN 'acme' ELSE 'other' END, repeat('👍', 250) || n, repeat(CASE WHEN n % 5 = 0 THEN 'b' ELSE 'a' END, 25)
         FROM generate_series(10001, 10000 + $1::int) n`,
      [count],
    );
  });

  afterAll(() => identity.stop());

  const expectAll = (found: CopiedConnection[]) => {
    expect(new Set(found.map((each) => `${each.provider_name} ${each.owner_id}`)).size).toBe(count);
    expect(found).toHaveLength(count);
    expect(found.filter((each) => !each.open)).toHaveLength(count / 5);
    expect(found.every((each) => each.open === each.user_id.startsWith('a'))).toBe(true);
  };

  it('returns all connections in pages, however long the owner ids are', async () => {
    const found: CopiedConnection[] = [];
    for (let whole = false; !whole;) {
      const after = found.at(-1);
      const page = await identity.bus.call(allConnections, after ? { after } : {});
      found.push(...page.connections);
      whole = page.whole;
    }
    expectAll(found);
  });

  it('returns the connections of some users, and which of the users do not exist', async () => {
    const user_ids = ['a'.repeat(25), 'b'.repeat(25), 'c'.repeat(25)];
    const found: CopiedConnection[] = [];
    for (let whole = false; !whole;) {
      const after = found.at(-1);
      const page = await identity.bus.call(connectionsOfUsers, { user_ids, ...(after ? { after } : {}) });
      expect(page.gone).toEqual(['c'.repeat(25)]);
      found.push(...page.connections);
      whole = page.whole;
    }
    expectAll(found);
  });

  it('returns the users of some owners, also those of closed accounts', async () => {
    const owner = (n: number) => `${'👍'.repeat(250)}${n}`;
    const owners = [10001, 10005, 99999].map((n) => ({ provider_name: 'other', owner_id: owner(n) }));
    const found = await identity.bus.call(connectionsOfOwners, { owners });
    expect(found.map(({ owner_id, user_id, open }) => [owner_id, user_id, open]).sort()).toEqual([
      [owner(10001), 'a'.repeat(25), true],
      [owner(10005), 'b'.repeat(25), false],
    ]);
  });

  it('returns the users whose connections have changed, in pages and among other facts', async () => {
    const { known: before } = await identity.bus.call(connectionChanges, {});
    const { user_id } = await identity.bus.call(ensureConnection, { provider_name: 'acme', owner_id: 'new' });
    const first = await identity.bus.call(connectionChanges, {});
    expect([before, first.changes.map((each) => each.user_id), first.next]).toEqual([null, [user_id], null]);
    await identity.query(
      `INSERT INTO outbox (message_id, subject, payload, created_at, published_at)
       SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1 ELSE 'identity.other' END,
              json_build_object('user_id', 'user-' || n), now() - interval '5 minutes', now()
         FROM generate_series(1, 6000) n`,
      [connectionRemoved.subject],
    );
    await identity.query(
      `INSERT INTO outbox (message_id, subject, message_ids, payload, created_at, published_at)
       SELECT gen_random_uuid(), $1, array_agg(id), json_agg(json_build_object('id', id, 'payload',
                json_build_object('user_id', 'user-' || 2 * n)::text) ORDER BY n), now() - interval '5 minutes', now()
         FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(3001, 6000) n) AS fact GROUP BY n / 7 ORDER BY min(n)`,
      [connectionRemoved.subject],
    );
    const { user_id: last } = await identity.bus.call(ensureConnection, { provider_name: 'acme', owner_id: 'newer' });
    const one = await identity.bus.call(connectionChanges, {});
    const two = await identity.bus.call(connectionChanges, { after: one.next ?? '' });
    const changed = [...one.changes, ...two.changes].map((each) => each.user_id);
    const removed = Array.from({ length: 6_000 }, (_, n) => `user-${2 * n + 2}`);
    expect(changed.sort()).toEqual([user_id, ...removed, last].sort());
    expect(new Set([...one.changes, ...two.changes].map((each) => each.message_id)).size).toBe(changed.length);
    expect([one.known, two.next]).toEqual([one.next, null]);
    // Young facts are repeated, because an earlier one may still become visible.
    const again = await identity.bus.call(connectionChanges, { after: two.known ?? '' });
    expect(again.changes.map((each) => each.user_id)).toEqual([last]);
  });
});

it('pages of connections follow code points in a database of any language', async () => {
  const server = await privateDatabase('server');
  const database = `identity_en_${randomBytes(4).toString('hex')}`;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  // This locale ignores hyphens, as the locales of most installations do.
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
});
