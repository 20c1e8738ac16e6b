import { adminUser, describeFound, findUsers, type FoundUser } from '@ces/contracts/identity/admin-users';
import { eventually } from '@ces/testing/eventually';
import { ImportWorld, password_hash } from '../../test/import-world.js';

describe('the search of users by the beginning of a text', () => {
  let world: ImportWorld;
  const people: Record<string, string> = {};

  const member = (username: string, person: object, owner_id?: string) => ({
    username,
    password_hash,
    person,
    ...(owner_id === undefined ? {} : { connections: [{ provider_name: 'acme', owner_id }] }),
  });

  beforeAll(async () => {
    world = await ImportWorld.start();
    await world.run([
      member('anna@example.com', { firstName: 'Anna', infix: 'van der', lastName: 'Berg' }, 'Loyal-1'),
      member('berg@example.com', { firstName: 'Émile', lastName: 'Anders' }, 'Loyal-2'),
      member('carl@example.com', { firstName: 'Carl', lastName: '100%_sure' }, 'anna-at-acme'),
      member('dora@example.com', { firstName: 'Dora', lastName: 'Dorn' }, 'loyal-3'),
    ]);
    for (const name of ['anna', 'berg', 'carl', 'dora']) people[name] = await world.userOf(`${name}@example.com`);
  });

  afterAll(() => world.stop());

  const find = async (q: string, page: { limit?: number; cursor?: string } = {}) =>
    (await world.identity.bus.call(findUsers, { q, ...page })).items;
  const namesOf = (found: FoundUser[]) => found.map(({ username }) => username?.split('@')[0]);

  it('finds a mail address, a name, a family name with and without its infix, in any case, and an owner id exactly', async () => {
    for (const [q, ...expected] of [
      ['ANNA@exa', 'anna'],
      ['anna van', 'anna'],
      ['Van der B', 'anna'],
      ['émi', 'berg'],
      ['dorn', 'dora'],
      ['Loyal-', 'anna', 'berg'],
      ['100%', 'carl'],
      ['100_', ...[]],
      ['nna'],
    ] as string[][])
      expect([q, ...namesOf(await find(q ?? ''))]).toEqual([q, ...expected]);
  });

  it('shows a user who is found in several places once, mail addresses before names before owner ids', async () => {
    expect(namesOf(await find('anna'))).toEqual(['anna', 'carl']);
    expect(namesOf(await find('berg'))).toEqual(['berg', 'anna']);
    const pages: FoundUser[][] = [];
    let cursor: string | undefined;
    do {
      const page = await world.identity.bus.call(findUsers, { q: 'berg', limit: 1, ...(cursor ? { cursor } : {}) });
      pages.push(page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(pages.map(namesOf)).toEqual([['berg'], ['anna']]);
  });

  it('finds a user by the whole id, and describes the user; a closed one is not active', async () => {
    const { anna = '', dora = '' } = people;
    await world.identity.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [dora]);
    expect(await find(anna)).toEqual([
      {
        user_id: anna,
        username: 'anna@example.com',
        name: 'Anna van der Berg',
        active: true,
        created: expect.any(String),
      },
    ]);
    expect(await find(dora)).toMatchObject([{ user_id: dora, active: false }]);
    expect(await world.identity.bus.call(adminUser, { user_id: dora })).toMatchObject({ id: dora, active: false });
    expect(await find(anna.slice(0, 24))).toEqual([]);
  });

  it('describes in the order given those whom the same text does not find', async () => {
    const { anna = '', carl = '', dora = '' } = people;
    const user_ids = [dora, anna, 'A'.repeat(25), 'no id', carl];
    const described = (q: string) => world.identity.bus.call(describeFound, { q, user_ids });
    expect(namesOf(await described('berg'))).toEqual(['dora', 'carl']);
    expect(namesOf(await described('anna'))).toEqual(['dora']);
  });

  it('refuses a cursor that is not its own', async () => {
    for (const cursor of ['x', Buffer.from('["9","",""]').toString('base64url')])
      await expect(find('anna', { cursor })).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  it('reads ranges of indexes, however many users there are', async () => {
    await world.identity.query(
      `INSERT INTO app_user (id) SELECT lpad(n::text, 25, 'B') FROM generate_series(1, 20000) AS n`,
    );
    await world.identity.query(
      `INSERT INTO person (user_id, fields) SELECT id, jsonb_build_object('firstName', 'Bulk', 'lastName', id)
         FROM app_user WHERE id LIKE 'BBBBBBBBBB%'`,
    );
    await world.identity.query('ANALYZE person, app_user');
    const scans = async () => {
      const [stats] = await world.identity.query<{ seq: number }>(
        `SELECT coalesce(sum(seq_tup_read), 0)::int AS seq FROM pg_stat_user_tables
          WHERE relname IN ('person', 'app_user', 'credential', 'connection')`,
      );
      return stats?.seq ?? 0;
    };
    await world.identity.query('SELECT pg_stat_force_next_flush()');
    const before = await scans();
    expect(await find('bulk', { limit: 20 })).toHaveLength(20);
    expect(await find('van d', { limit: 20 })).toHaveLength(1);
    await world.identity.query('SELECT pg_stat_force_next_flush()');
    expect((await scans()) - before).toBeLessThan(20_000);
    const ofNames = async () => {
      const [stats] = await world.identity.query<{ scans: number; blocks: number }>(
        `SELECT idx_scan::int AS scans, (idx_blks_hit + idx_blks_read)::int AS blocks
           FROM pg_stat_user_indexes JOIN pg_statio_user_indexes USING (indexrelid)
          WHERE pg_stat_user_indexes.indexrelname = 'person_full_name'`,
      );
      return stats ?? { scans: 0, blocks: 0 };
    };
    const first = await ofNames();
    // A session reports what it has read once a second.
    const last = await eventually(async () => {
      expect(await find('zz')).toEqual([]);
      const now = await ofNames();
      expect(now.scans - first.scans).toBeGreaterThan(3);
      return now;
    });
    expect((last.blocks - first.blocks) / (last.scans - first.scans)).toBeLessThan(20);
  });
});
