import bcrypt from 'bcryptjs';
import { hashSync } from '@node-rs/argon2';
import { keysOf, readMember } from './read-member.js';

const hash = bcrypt.hashSync('correct horse', 4);
const read = (line: unknown) => readMember(typeof line === 'string' ? line : JSON.stringify(line), null);
const faultsOf = async (line: unknown) => (await read(line)).faults.map(({ pointer, code }) => `${pointer} ${code}`);
const anna = { firstName: 'Anna', lastName: 'Berg' };

describe('a line of an import', () => {
  it('is read with its name as names are compared', async () => {
    const { member } = await read({ username: ' ＡＮＮＡ@Example.COM ', password_hash: hash });
    expect(member).toEqual({ username: 'anna@example.com', password_hash: hash });
  });

  it('is read with the fields of its person trimmed, and without those that say nothing', async () => {
    const { member } = await read({
      username: 'a@b.example',
      person: { ...anna, lastName: ' Berg ', infix: '', gender: null },
    });
    expect(member?.person).toEqual(anna);
  });

  it('marks a hash that looks like one of our own, and no other', async () => {
    const own = hashSync('correct horse', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect((await read({ username: 'a@b.example', password_hash: own })).member?.password_hash).toBe(`~${own}`);
    expect((await read({ username: 'a@b.example', password_hash: hash })).member?.password_hash).toBe(hash);
  });

  it('needs somebody whom it is about', async () => {
    expect(await faultsOf({ person: anna })).toEqual(['# required']);
    expect(await faultsOf({ connections: [] })).toEqual(['# required']);
    expect(await faultsOf({ cards: [{ identifier: 'card-1' }] })).toEqual(['# required']);
    expect(await faultsOf({ connections: [{ provider_name: 'acme', owner_id: 'a' }] })).toEqual([]);
  });

  it('needs a username beside a hash, and a hash that can be verified', async () => {
    const connections = [{ provider_name: 'acme', owner_id: 'a' }];
    expect(await faultsOf({ connections, password_hash: hash })).toEqual(['#/username required']);
    for (const password_hash of ['', 'geheim', '!', '5ebe2294ecd0e0f08eab7690d2a6ee69'])
      expect(await faultsOf({ username: 'a@b.example', password_hash })).toEqual(['#/password_hash password-hash']);
  });

  it.each([
    ['no address', 'anna', 'is-email'],
    ['text with a NUL', 'an\0na@example.com', 'is-email'],
    ['invisible characters', 'an\u200bna@example.com', 'invisible-character'],
    ['mixed scripts', '\u0430nna@example.com', 'mixed-scripts'],
  ])('has no username that is %s', async (_, username, code) => {
    expect(await faultsOf({ username })).toEqual([`#/username ${code}`]);
  });

  it('names all faults at once, those of a person below its place', async () => {
    const line = {
      username: 'anna',
      password_hash: 'x',
      person: { firstName: '', lastName: 'B', gender: 'x', shoe: 1 },
    };
    expect(await faultsOf(line)).toEqual([
      '#/username is-email',
      '#/password_hash password-hash',
      '#/person/shoe unknown-field',
      '#/person/firstName not-blank',
      '#/person/gender choice',
    ]);
  });

  it('has no field of another name', async () => {
    expect(await faultsOf({ username: 'a@b.example', conections: [] })).toEqual(['#/conections unknown-field']);
  });

  it('names five unknown fields of a person, in a form that can be stored and shown', async () => {
    const odd = ['a/b~c', 'x\0y', '\ud800', 'l'.repeat(80), 'five', 'six'];
    const line = { username: 'a@b.example', person: { ...anna, ...Object.fromEntries(odd.map((name) => [name, 1])) } };
    expect((await read(line)).faults.map(({ pointer }) => pointer)).toEqual([
      '#/person/a_b_c',
      '#/person/x_y',
      '#/person/\ufffd',
      `#/person/${'l'.repeat(50)}`,
      '#/person/five',
    ]);
  });

  it.each([
    ['[]', '# type'],
    ['"anna"', '# type'],
    ['null', '# type'],
    ['{"username":', '# malformed-json'],
    ['', '# malformed-json'],
  ])('is no member: %s', async (text, fault) => {
    expect(await faultsOf(text)).toContain(fault);
  });

  it('that could not be read is refused as such', async () => {
    expect((await readMember(null, null)).faults).toMatchObject([{ pointer: '#', code: 'unreadable' }]);
    expect((await readMember(null, ['username'])).faults).toMatchObject([{ pointer: '#', code: 'unreadable' }]);
  });

  it('of CSV has as many cells as columns', async () => {
    const columns = ['username', 'person.firstName', 'person.lastName'];
    expect((await readMember('a@b.example,Anna,Berg', columns)).member).toEqual({
      username: 'a@b.example',
      person: anna,
    });
    for (const text of ['a@b.example,Anna', 'a@b.example,Anna,Berg,', 'a@b.example,"Anna,Berg'])
      expect((await readMember(text, columns)).faults).toMatchObject([{ pointer: '#', code: 'csv' }]);
    expect((await readMember('a@b.example,Anna', columns)).faults[0]?.detail).toBe(
      'has 2 cells, and the first line has 3',
    );
  });

  it('refuses text that cannot be stored, wherever it stands', async () => {
    const at = (optin: object) => ({
      optin_id: 'o',
      opted_in: true,
      at: '2026-01-01T00:00:00Z',
      source: 's',
      ...optin,
    });
    expect(await faultsOf({ username: 'a@b.example', optins: [at({ optin_id: 'a\ud800' })] })).not.toEqual([]);
    expect(await faultsOf({ username: 'a@b.example', balances: [{ stack_id: 'a\0', value: 1 }] })).not.toEqual([]);
  });
});

describe('the keys of a member', () => {
  it('are its name, its connections and its card numbers', () => {
    expect(
      keysOf({
        username: 'a@b.example',
        connections: [
          { provider_name: 'acme', owner_id: '1' },
          { provider_name: 'other', owner_id: '1' },
        ],
        cards: [{ identifier: 'card-1' }],
      }),
    ).toEqual(['name a@b.example', 'owner acme 1', 'owner other 1', 'card card-1']);
    expect(keysOf({})).toEqual([]);
  });
});
