import { importFaults } from '@ces/contracts/identity/imports/members';
import { largestPage } from '@ces/contracts/paging';
import { ImportWorld, password_hash, person } from '../../test/import-world.js';

describe('the faults of an import of members', () => {
  let world: ImportWorld;

  beforeAll(async () => {
    world = await ImportWorld.start();
  });

  afterAll(() => world.stop());

  it('refuses a line that cannot be written, and imports the lines around it', async () => {
    const names = [world.newName(), world.newName(), world.newName()];
    await world.identity.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.username = '${names[1]}' THEN RAISE 'no'; END IF; RETURN NEW; END $$`);
    await world.identity.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON credential FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const id = await world.upload(names.map((username) => ({ username })));
    expect(await world.countsOf(id)).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 1 });
    expect(await world.faultsOf(id)).toEqual([[2, '#', 'not-importable']]);
    await world.identity.query('DROP FUNCTION refuse CASCADE');
    expect(await world.run([{ username: names[1] }])).toMatchObject({ created: 1 });
  });

  it('refuses text that cannot be stored, in values and in names', async () => {
    const username = world.newName();
    const id = await world.upload([
      { username, connections: [{ provider_name: 'ac\0me', owner_id: 'a' }] },
      { username, 'na\0me': 1 },
      { username, person: { ...person, ['x'.repeat(9_000)]: 'y' } },
      `{"username":${'['.repeat(12_000)}${']'.repeat(12_000)}}`,
      { username },
    ]);
    expect(await world.countsOf(id)).toMatchObject({ created: 1, refused: 4 });
    const { items } = await world.identity.bus.call(importFaults, { id });
    expect(items.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(Math.max(...items.map(({ pointer, detail }) => pointer.length + detail.length))).toBeLessThan(800);
  });

  it('names every fault of a line by pointer, and imports nothing of it', async () => {
    const taken = world.newName();
    const [one, other] = [world.newName(), world.newName()];
    await world.run([
      { username: taken },
      { username: one },
      { connections: [{ provider_name: 'acme', owner_id: other }] },
    ]);
    const username = world.newName();
    const id = await world.upload([
      '{"username":',
      null,
      {},
      { username: 'anna' },
      { username, password_hash: 'geheim' },
      { password_hash, connections: [{ provider_name: 'acme', owner_id: world.newName() }] },
      { username, person: { firstName: '' } },
      { username, person: { ...person, shoeSize: '38' } },
      { username, connections: [{ provider_name: 'nobody', owner_id: 'a' }] },
      { username, conections: [] },
      { username: one, connections: [{ provider_name: 'acme', owner_id: other }] },
      { username, connections: [{ provider_name: 'acme', owner_id: '\ud800' }] },
      ['a list'],
    ]);
    expect(await world.faultsOf(id)).toEqual([
      [1, '#', 'malformed-json'],
      [2, '#', 'unreadable'],
      [3, '#', 'required'],
      [4, '#/username', 'is-email'],
      [5, '#/password_hash', 'password-hash'],
      [6, '#/username', 'required'],
      [7, '#/person/firstName', 'not-blank'],
      [7, '#/person/lastName', 'not-blank'],
      [8, '#/person/shoeSize', 'unknown-field'],
      [9, '#/connections/0/provider_name', 'provider-unknown'],
      [10, '#/conections', 'unknown-field'],
      [11, '#', 'several-users'],
      [12, '#/connections/0/owner_id', 'matches'],
      [13, '#', 'type'],
    ]);
    expect(await world.countsOf(id)).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 13 });
    expect(await world.userOf(username)).toBe('');
  });

  it('does not take over a registration that a stranger may have begun, or a closed account', async () => {
    const [begun, closed] = [world.newName(), world.newName()];
    await world.run([{ username: begun }, { username: closed }]);
    await world.identity.query('UPDATE credential SET activated_at = NULL WHERE username = $1', [begun]);
    await world.identity.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [await world.userOf(closed)]);
    expect(
      await world.faultsOf(
        await world.upload([
          { username: begun, password_hash },
          { username: closed, password_hash },
        ]),
      ),
    ).toEqual([
      [1, '#/username', 'registration-under-way'],
      [2, '#', 'account-closed'],
    ]);
  });

  it.each(['', 'username,username', 'user name', 'u,'.repeat(300), `cards.${'x'.repeat(400)}`, null])(
    'refuses a CSV file with the first line %j',
    async (header) => {
      await expect(world.upload([header, 'x'], { format: 'csv' })).rejects.toMatchObject({ code: 'csv-invalid' });
    },
  );

  it('pages its faults by line', async () => {
    const id = await world.upload(Array.from({ length: largestPage + 2 }, () => 'no JSON'));
    await world.finished(id);
    const first = await world.identity.bus.call(importFaults, { id });
    expect(first.items).toHaveLength(largestPage);
    const second = await world.identity.bus.call(importFaults, { id, cursor: first.next ?? '' });
    expect([second.items.map(({ line }) => line), second.next]).toEqual([[largestPage + 1, largestPage + 2], null]);
    const refused = world.identity.bus.call(importFaults, { id, cursor: 'x' });
    await expect(refused).rejects.toMatchObject({ code: 'parameter-invalid' });
  });
});
