import { beginImport, dropMembers, getImport, takeMembers } from '@ces/contracts/identity/imports/members';
import { Chores } from '@ces/service/chores/chores';
import { hashSync } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { randomUUID } from 'node:crypto';
import { ImportWorld, password_hash, person } from '../../test/import-world.js';
import { CredentialsService } from '../credentials/credentials.service.js';

describe('an import of members', () => {
  let world: ImportWorld;

  beforeAll(async () => {
    world = await ImportWorld.start();
  });

  afterAll(() => world.stop());

  const hashOf = async (username: string) => {
    const [found] = await world.identity.query<{ password_hash: string }>(
      'SELECT password_hash FROM credential WHERE username = $1',
      [username],
    );
    return found?.password_hash;
  };
  const signIn = (name: string, password: string) =>
    world.identity.app.get(CredentialsService).signIn(name, password, { client_id: 'cl_spec' });

  it('makes users with person and connections, who sign in with the password that they had', async () => {
    const username = world.newName();
    const connections = [{ provider_name: 'acme', owner_id: username }];
    const counts = await world.run([{ username: username.toUpperCase(), password_hash, person, connections }]);
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 0 });
    const user_id = await world.userOf(username);
    expect(await signIn(username, 'wrong horse')).toBeUndefined();
    expect(await hashOf(username)).toBe(password_hash);
    expect(await signIn(username, 'correct horse')).toBe(user_id);
    expect(await world.identity.query('SELECT fields FROM person WHERE user_id = $1', [user_id])).toEqual([
      { fields: person },
    ]);
    expect(await world.identity.query('SELECT owner_id FROM connection WHERE user_id = $1', [user_id])).toHaveLength(1);
  });

  it('keeps the foreign hash until the first sign-in, and then one of our own', async () => {
    const username = world.newName();
    await world.run([{ username, password_hash }]);
    await signIn(username, 'correct horse');
    expect(await hashOf(username)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(username, 'correct horse')).toBe(await world.userOf(username));
  });

  it('counts a repeated line as unchanged, also after the member has signed in', async () => {
    const username = world.newName();
    const line = { username, password_hash, person, connections: [{ provider_name: 'acme', owner_id: username }] };
    await world.run([line]);
    expect(await world.run([line, line])).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 0 });
    await signIn(username, 'correct horse');
    expect(await world.run([line])).toMatchObject({ unchanged: 1 });
    expect(await signIn(username, 'correct horse')).toBe(await world.userOf(username));
  });

  it('changes what differs, and never a password that is in use', async () => {
    const [username, owner_id] = [world.newName(), world.newName()];
    await world.run([{ username, password_hash, person }]);
    const other = { provider_name: 'acme', owner_id };
    expect(
      await world.run([{ username, connections: [other], person: { ...person, nickname: 'Annie' } }]),
    ).toMatchObject({
      updated: 1,
    });
    const better = bcrypt.hashSync('better horse', 4);
    expect(await world.run([{ connections: [other], password_hash: better, username }])).toMatchObject({ updated: 1 });
    expect(await signIn(username, 'better horse')).toBe(await world.userOf(username));
    expect(await world.run([{ username, password_hash }])).toMatchObject({ unchanged: 1 });
    expect(await signIn(username, 'correct horse')).toBeUndefined();
  });

  it('makes one user of two lines with one name, and of a connection and a name that meet in a third line', async () => {
    const [username, owner_id] = [world.newName(), world.newName()];
    const connections = [{ provider_name: 'acme', owner_id }];
    expect(await world.run([{ username }, { username, person }, { username, connections }])).toEqual({
      created: 1,
      updated: 2,
      unchanged: 0,
      refused: 0,
    });
  });

  it('replaces a hash that looks like one of our own until its password is used here', async () => {
    const username = world.newName();
    const [leaked, newer] = ['correct horse', 'better horse'].map((password) => ({
      username,
      password_hash: hashSync(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    }));
    expect(await world.run([leaked ?? {}])).toMatchObject({ created: 1 });
    expect(await world.run([newer ?? {}])).toMatchObject({ updated: 1 });
    expect(await signIn(username, 'correct horse')).toBeUndefined();
    expect(await signIn(username, 'better horse')).toBe(await world.userOf(username));
    expect(await world.run([leaked ?? {}])).toMatchObject({ unchanged: 1 });
  });

  it('waits until an earlier one is done, in the order in which their files were whole', async () => {
    const { bus } = world.identity;
    const [slow, quick] = [randomUUID(), randomUUID()];
    const take = (import_id: string) =>
      bus.call(takeMembers, { import_id, part: 0, starts: [1], counts: [1], texts: [JSON.stringify({})] });
    const begin = (import_id: string) =>
      bus.call(beginImport, { import_id, parts: 1, format: 'ndjson', dry_run: false });
    await take(slow);
    await take(quick);
    await begin(quick);
    await begin(slow);
    const [first, second] = await Promise.all([world.finished(quick), world.finished(slow)]);
    expect(first.finished_at && second.finished_at && first.finished_at <= second.finished_at).toBe(true);
  });

  it('writes two lines of one set about a user one after the other', async () => {
    const [username, owner_id] = [world.newName(), world.newName()];
    const known = { provider_name: 'acme', owner_id };
    await world.run([{ username, connections: [known] }]);
    const first = { username, person };
    const second = { connections: [known], person: { ...person, nickname: 'Annie' } };
    expect(await world.run([first, second, second])).toEqual({ created: 0, updated: 2, unchanged: 1, refused: 0 });
    const [stored] = await world.identity.query('SELECT fields FROM person WHERE user_id = $1', [
      await world.userOf(username),
    ]);
    expect(stored).toEqual({ fields: second.person });
  });

  it('takes a member without a hash, whom no password fits', async () => {
    const username = world.newName();
    expect(await world.run([{ username }])).toMatchObject({ created: 1 });
    for (const password of ['', '!', 'correct horse']) expect(await signIn(username, password)).toBeUndefined();
  });

  it('tells nobody: no mail, no user-registered, no user-activated; connections are marked', async () => {
    const username = world.newName();
    await world.run([{ username, person, connections: [{ provider_name: 'acme', owner_id: username }] }]);
    const user_id = await world.userOf(username);
    const facts = await world.identity.query<{ subject: string; payload: string }>(
      'SELECT subject, payload FROM outbox WHERE strpos(payload, $1) > 0 ORDER BY id',
      [user_id],
    );
    expect(facts.map(({ subject }) => subject)).toEqual(['identity.user-created', 'identity.connection-created']);
    expect(JSON.parse(facts[1]?.payload ?? '')).toMatchObject({ imported: true });
    expect(await world.identity.query('SELECT FROM mail_outbox WHERE user_id = $1', [user_id])).toEqual([]);
  });

  it('tries a file without a change when it is a dry run', async () => {
    const username = world.newName();
    const id = await world.upload([{ username, password_hash }, { username: 'x' }], { dry_run: true });
    expect(await world.countsOf(id)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1 });
    expect(await world.faultsOf(id)).toEqual([[2, '#/username', 'is-email']]);
    expect(await world.userOf(username)).toBe('');
  });

  it('reads CSV by the names of its columns', async () => {
    const [one, two] = [world.newName(), world.newName()];
    const id = await world.upload(
      [
        'username, person.firstName,person.lastName,connections.acme',
        `${one},Anna,"Berg, née ""Tal""",${one}`,
        `${two},,,`,
        `${two},"`,
        two,
      ],
      { format: 'csv' },
    );
    expect(await world.countsOf(id)).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 2 });
    expect(await world.faultsOf(id)).toEqual([
      [4, '#', 'csv'],
      [5, '#', 'csv'],
    ]);
    const [found] = await world.identity.query('SELECT fields FROM person WHERE user_id = $1', [
      await world.userOf(one),
    ]);
    expect(found).toEqual({ fields: { firstName: 'Anna', lastName: 'Berg, née "Tal"' } });
  });

  it('counts each line once when two replicas work on it', async () => {
    const names = Array.from({ length: 1_200 }, () => world.newName());
    const replica = await world.identity.replica();
    const id = await world.upload(names.map((username) => ({ username, person })));
    await Promise.allSettled([world.identity.app, replica].map((app) => app.get(Chores).runNow('import-members')));
    expect(await world.countsOf(id)).toEqual({ created: 1_200, updated: 0, unchanged: 0, refused: 0 });
    const [found] = await world.identity.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM credential WHERE username = ANY ($1)',
      [names],
    );
    expect(found?.n).toBe(1_200);
    expect(await world.identity.query('SELECT FROM member_import_line WHERE import_id = $1', [id])).toEqual([]);
    await world.identity.stopReplica(replica);
  });

  it('is not begun with a lost part, is forgotten when dropped, and unknown to others', async () => {
    const import_id = randomUUID();
    const take = (part: number) =>
      world.identity.bus.call(takeMembers, { import_id, part, starts: [part + 1], counts: [1], texts: ['{}'] });
    await take(0);
    await expect(take(0)).rejects.toMatchObject({ code: 'service-unavailable' });
    const begin = (parts: number) =>
      world.identity.bus.call(beginImport, { import_id, parts, format: 'ndjson', dry_run: false });
    await expect(begin(2)).rejects.toMatchObject({ code: 'service-unavailable' });
    await world.identity.bus.call(dropMembers, { id: import_id });
    await expect(begin(1)).rejects.toMatchObject({ code: 'service-unavailable' });
    for (const id of [import_id, randomUUID(), 'x'])
      await expect(world.identity.bus.call(getImport, { id })).rejects.toMatchObject({ code: 'import-not-found' });
    await world.identity.app.get(Chores).runNow('purge-imports');
    expect(await world.identity.query('SELECT FROM member_import_line WHERE import_id = $1', [import_id])).toEqual([]);
  });
});
