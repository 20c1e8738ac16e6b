import {
  beginImport,
  dropMembers,
  getImport,
  importFaults,
  takeMembers,
} from '@ces/contracts/identity/imports/members';
import { putProvider } from '@ces/contracts/identity/providers';
import { largestPage } from '@ces/contracts/paging';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';
import bcrypt from 'bcryptjs';
import { randomUUID } from 'node:crypto';
import { startIdentity } from '../../test/start-identity.js';
import { CredentialsService } from '../credentials/credentials.service.js';

const password_hash = bcrypt.hashSync('correct horse', 4);
const person = { firstName: 'Anna', lastName: 'Berg' };

describe('an import of members', () => {
  let identity: RunningService;
  let serial = 0;

  beforeAll(async () => {
    identity = await startIdentity();
    await identity.bus.call(putProvider, { name: 'acme', issuer: 'https://login.example', client_ids: ['shop'] });
  }, 60_000);

  afterAll(() => identity.stop());

  const newName = () => `member${(serial += 1)}@example.com`;
  const upload = async (lines: (object | string | null)[], options: { dry_run?: boolean; format?: 'csv' } = {}) => {
    const import_id = randomUUID();
    const texts = lines.map((each) => (typeof each === 'object' && each !== null ? JSON.stringify(each) : each));
    const numbers = texts.map((_, index) => index + 1);
    await identity.bus.call(takeMembers, { import_id, part: 0, lines: numbers, texts });
    await identity.bus.call(beginImport, { import_id, parts: 1, format: 'ndjson', dry_run: false, ...options });
    return import_id;
  };
  const finished = (id: string) =>
    eventually(async () => {
      // The replica's own run may be under way; then this one gives way.
      await identity.app
        .get(Chores)
        .runNow('import-members')
        .catch(() => undefined);
      const found = await identity.bus.call(getImport, { id });
      if (found.state !== 'finished') throw new Error(found.state);
      return found;
    }, 20_000);
  const countsOf = async (id: string) => {
    const { created, updated, unchanged, refused } = await finished(id);
    return { created, updated, unchanged, refused };
  };
  const run = async (lines: (object | string | null)[], options = {}) => countsOf(await upload(lines, options));
  const faultsOf = async (id: string) => {
    await finished(id);
    const { items } = await identity.bus.call(importFaults, { id });
    return items.map(({ line, pointer, code }) => [line, pointer, code]);
  };
  const userOf = async (username: string) => {
    const [found] = await identity.query<{ user_id: string }>('SELECT user_id FROM credential WHERE username = $1', [
      username,
    ]);
    return found?.user_id ?? '';
  };
  const hashOf = async (username: string) => {
    const [found] = await identity.query<{ password_hash: string }>(
      'SELECT password_hash FROM credential WHERE username = $1',
      [username],
    );
    return found?.password_hash;
  };
  const signIn = (name: string, password: string) =>
    identity.app.get(CredentialsService).signIn(name, password, { client_id: 'cl_spec' });

  it('makes users with person and connections, who sign in with the password that they had', async () => {
    const username = newName();
    const connections = [{ provider_name: 'acme', owner_id: username }];
    const counts = await run([{ username: username.toUpperCase(), password_hash, person, connections }]);
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 0 });
    const user_id = await userOf(username);
    expect(await signIn(username, 'wrong horse')).toBeUndefined();
    expect(await hashOf(username)).toBe(password_hash);
    expect(await signIn(username, 'correct horse')).toBe(user_id);
    expect(await identity.query('SELECT fields FROM person WHERE user_id = $1', [user_id])).toEqual([
      { fields: person },
    ]);
    expect(await identity.query('SELECT owner_id FROM connection WHERE user_id = $1', [user_id])).toHaveLength(1);
  });

  it('keeps the foreign hash until the first sign-in, and then one of our own', async () => {
    const username = newName();
    await run([{ username, password_hash }]);
    await signIn(username, 'correct horse');
    expect(await hashOf(username)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(username, 'correct horse')).toBe(await userOf(username));
  });

  it('counts a repeated line as unchanged, also after the member has signed in', async () => {
    const username = newName();
    const line = { username, password_hash, person, connections: [{ provider_name: 'acme', owner_id: username }] };
    await run([line]);
    expect(await run([line, line])).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 0 });
    await signIn(username, 'correct horse');
    expect(await run([line])).toMatchObject({ unchanged: 1 });
    expect(await signIn(username, 'correct horse')).toBe(await userOf(username));
  });

  it('changes what differs, and never a password that is in use', async () => {
    const [username, owner_id] = [newName(), newName()];
    await run([{ username, password_hash, person }]);
    const other = { provider_name: 'acme', owner_id };
    expect(await run([{ username, connections: [other], person: { ...person, nickname: 'Annie' } }])).toMatchObject({
      updated: 1,
    });
    const better = bcrypt.hashSync('better horse', 4);
    expect(await run([{ connections: [other], password_hash: better, username }])).toMatchObject({ updated: 1 });
    expect(await signIn(username, 'better horse')).toBe(await userOf(username));
    expect(await run([{ username, password_hash }])).toMatchObject({ unchanged: 1 });
    expect(await signIn(username, 'correct horse')).toBeUndefined();
  });

  it('makes one user of two lines with one name, and of a connection and a name that meet in a third line', async () => {
    const [username, owner_id] = [newName(), newName()];
    const connections = [{ provider_name: 'acme', owner_id }];
    expect(await run([{ username }, { username, person }, { username, connections }])).toEqual({
      created: 1,
      updated: 2,
      unchanged: 0,
      refused: 0,
    });
  });

  it('writes two lines of one set about a user one after the other', async () => {
    const [username, owner_id] = [newName(), newName()];
    const known = { provider_name: 'acme', owner_id };
    await run([{ username, connections: [known] }]);
    const first = { username, person };
    const second = { connections: [known], person: { ...person, nickname: 'Annie' } };
    expect(await run([first, second, second])).toEqual({ created: 0, updated: 2, unchanged: 1, refused: 0 });
    const [stored] = await identity.query('SELECT fields FROM person WHERE user_id = $1', [await userOf(username)]);
    expect(stored).toEqual({ fields: second.person });
  });

  it('refuses a line that cannot be written, and imports the lines around it', async () => {
    const names = [newName(), newName(), newName()];
    await identity.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.username = '${names[1]}' THEN RAISE 'no'; END IF; RETURN NEW; END $$`);
    await identity.query('CREATE TRIGGER refuse BEFORE INSERT ON credential FOR EACH ROW EXECUTE FUNCTION refuse()');
    const id = await upload(names.map((username) => ({ username })));
    expect(await countsOf(id)).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 1 });
    expect(await faultsOf(id)).toEqual([[2, '#', 'not-importable']]);
    await identity.query('DROP FUNCTION refuse CASCADE');
    expect(await run([{ username: names[1] }])).toMatchObject({ created: 1 });
  });

  it('refuses text that cannot be stored, in values and in names', async () => {
    const username = newName();
    const id = await upload([
      { username, connections: [{ provider_name: 'ac\0me', owner_id: 'a' }] },
      { username, 'na\0me': 1 },
      { username, person: { ...person, ['x'.repeat(9_000)]: 'y' } },
      `{"username":${'['.repeat(12_000)}${']'.repeat(12_000)}}`,
      { username },
    ]);
    expect(await countsOf(id)).toMatchObject({ created: 1, refused: 4 });
    const { items } = await identity.bus.call(importFaults, { id });
    expect(items.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(Math.max(...items.map(({ pointer, detail }) => pointer.length + detail.length))).toBeLessThan(800);
  });

  it('takes a member without a hash, whom no password fits', async () => {
    const username = newName();
    expect(await run([{ username }])).toMatchObject({ created: 1 });
    for (const password of ['', '!', 'correct horse']) expect(await signIn(username, password)).toBeUndefined();
  });

  it('tells nobody: no mail, no user-registered, no user-activated; connections are marked', async () => {
    const username = newName();
    await run([{ username, person, connections: [{ provider_name: 'acme', owner_id: username }] }]);
    const user_id = await userOf(username);
    const facts = await identity.query<{ subject: string; payload: string }>(
      'SELECT subject, payload FROM outbox WHERE strpos(payload, $1) > 0 ORDER BY id',
      [user_id],
    );
    expect(facts.map(({ subject }) => subject)).toEqual(['identity.user-created', 'identity.connection-created']);
    expect(JSON.parse(facts[1]?.payload ?? '')).toMatchObject({ imported: true });
    expect(await identity.query('SELECT FROM mail_outbox WHERE user_id = $1', [user_id])).toEqual([]);
  });

  it('names every fault of a line by pointer, and imports nothing of it', async () => {
    const taken = newName();
    const [one, other] = [newName(), newName()];
    await run([{ username: taken }, { username: one }, { connections: [{ provider_name: 'acme', owner_id: other }] }]);
    const username = newName();
    const id = await upload([
      '{"username":',
      null,
      {},
      { username: 'anna' },
      { username, password_hash: 'geheim' },
      { password_hash, connections: [{ provider_name: 'acme', owner_id: newName() }] },
      { username, person: { firstName: '' } },
      { username, person: { ...person, shoeSize: '38' } },
      { username, connections: [{ provider_name: 'nobody', owner_id: 'a' }] },
      { username, conections: [] },
      { username: one, connections: [{ provider_name: 'acme', owner_id: other }] },
      { username, connections: [{ provider_name: 'acme', owner_id: '\ud800' }] },
      ['a list'],
    ]);
    expect(await faultsOf(id)).toEqual([
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
    expect(await countsOf(id)).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 13 });
    expect(await userOf(username)).toBe('');
  });

  it('does not take over a registration that a stranger may have begun, or a closed account', async () => {
    const [begun, closed] = [newName(), newName()];
    await run([{ username: begun }, { username: closed }]);
    await identity.query('UPDATE credential SET activated_at = NULL WHERE username = $1', [begun]);
    await identity.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [await userOf(closed)]);
    expect(
      await faultsOf(
        await upload([
          { username: begun, password_hash },
          { username: closed, password_hash },
        ]),
      ),
    ).toEqual([
      [1, '#/username', 'registration-under-way'],
      [2, '#', 'account-closed'],
    ]);
  });

  it('tries a file without a change when it is a dry run', async () => {
    const username = newName();
    const id = await upload([{ username, password_hash }, { username: 'x' }], { dry_run: true });
    expect(await countsOf(id)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1 });
    expect(await faultsOf(id)).toEqual([[2, '#/username', 'is-email']]);
    expect(await userOf(username)).toBe('');
  });

  it('reads CSV by the names of its columns', async () => {
    const [one, two] = [newName(), newName()];
    const id = await upload(
      [
        'username, person.firstName,person.lastName,connections.acme',
        `${one},Anna,"Berg, née ""Tal""",${one}`,
        `${two},,,`,
        `${two},"`,
        two,
      ],
      { format: 'csv' },
    );
    expect(await countsOf(id)).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 2 });
    expect(await faultsOf(id)).toEqual([
      [4, '#', 'csv'],
      [5, '#', 'csv'],
    ]);
    const [found] = await identity.query('SELECT fields FROM person WHERE user_id = $1', [await userOf(one)]);
    expect(found).toEqual({ fields: { firstName: 'Anna', lastName: 'Berg, née "Tal"' } });
  });

  it.each(['', 'username,username', 'user name', 'u,'.repeat(300), `cards.${'x'.repeat(400)}`, null])(
    'refuses a CSV file with the first line %j',
    async (header) => {
      await expect(upload([header, 'x'], { format: 'csv' })).rejects.toMatchObject({ code: 'csv-invalid' });
    },
  );

  it('counts each line once when two replicas work on it', async () => {
    const names = Array.from({ length: 1_200 }, newName);
    const replica = await identity.replica();
    const id = await upload(names.map((username) => ({ username, person })));
    await Promise.allSettled([identity.app, replica].map((app) => app.get(Chores).runNow('import-members')));
    expect(await countsOf(id)).toEqual({ created: 1_200, updated: 0, unchanged: 0, refused: 0 });
    const [found] = await identity.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM credential WHERE username = ANY ($1)',
      [names],
    );
    expect(found?.n).toBe(1_200);
    expect(await identity.query('SELECT FROM member_import_line WHERE import_id = $1', [id])).toEqual([]);
    await identity.stopReplica(replica);
  }, 60_000);

  it('pages its faults by line', async () => {
    const id = await upload(Array.from({ length: largestPage + 2 }, () => 'no JSON'));
    await finished(id);
    const first = await identity.bus.call(importFaults, { id });
    expect(first.items).toHaveLength(largestPage);
    const second = await identity.bus.call(importFaults, { id, cursor: first.next ?? '' });
    expect([second.items.map(({ line }) => line), second.next]).toEqual([[largestPage + 1, largestPage + 2], null]);
    const refused = identity.bus.call(importFaults, { id, cursor: 'x' });
    await expect(refused).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  it('is not begun with a lost part, is forgotten when dropped, and unknown to others', async () => {
    const import_id = randomUUID();
    const take = (part: number) =>
      identity.bus.call(takeMembers, { import_id, part, lines: [part + 1], texts: ['{}'] });
    await take(0);
    await expect(take(0)).rejects.toMatchObject({ code: 'service-unavailable' });
    const begin = (parts: number) =>
      identity.bus.call(beginImport, { import_id, parts, format: 'ndjson', dry_run: false });
    await expect(begin(2)).rejects.toMatchObject({ code: 'service-unavailable' });
    await identity.bus.call(dropMembers, { id: import_id });
    await expect(begin(1)).rejects.toMatchObject({ code: 'service-unavailable' });
    for (const id of [import_id, randomUUID(), 'x'])
      await expect(identity.bus.call(getImport, { id })).rejects.toMatchObject({ code: 'import-not-found' });
    await identity.app.get(Chores).runNow('purge-imports');
    expect(await identity.query('SELECT FROM member_import_line WHERE import_id = $1', [import_id])).toEqual([]);
  });
});
