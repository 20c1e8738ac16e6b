import { putProvider } from '@ces/contracts/identity/providers';
import * as contract from '@ces/contracts/identity/users';
import { DataSource } from 'typeorm';
import { ownIdentity, type Running } from '../../test/run-identity.js';

const provider_name = 'acme-login';

describe('users and connections', () => {
  let identity: Running;
  let source: DataSource;

  beforeAll(async () => {
    identity = await ownIdentity();
    source = identity.app.get(DataSource);
    await identity.call(putProvider, { name: provider_name, issuer: 'https://login.example', client_ids: ['shop'] });
  });

  afterAll(() => identity.close());

  const ensure = (owner_id: string, key?: string) =>
    identity.call(contract.ensureConnection, { provider_name, owner_id }, key);
  const find = (owner_id: string) => identity.call(contract.findConnection, { provider_name, owner_id });

  it('row 5 makes a user at first and gives the same one afterwards', async () => {
    const connection = await ensure('248289761001');
    expect(connection).toEqual({
      provider_name,
      owner_id: '248289761001',
      user_id: expect.stringMatching(/^[A-Za-z0-9]{25}$/),
    });
    expect(await ensure('248289761001')).toEqual(connection);
    expect(await find('248289761001')).toEqual(connection); // row 3
  });

  it('row 5, fifty at once, makes one user, no orphan, and one of each fact', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ensure('at once')));
    const ids = new Set(answers.map(({ user_id }) => user_id));
    expect(ids.size).toBe(1);
    const [user_id] = ids;
    const orphans = await source.query<unknown[]>(
      'SELECT FROM app_user u WHERE NOT EXISTS (SELECT FROM connection c WHERE c.user_id = u.id)',
    );
    expect(orphans).toEqual([]);
    const facts = await source.query<{ subject: string }[]>(
      'SELECT subject FROM outbox WHERE payload LIKE $1 ORDER BY id',
      [`%${user_id ?? ''}%`],
    );
    expect(facts.map(({ subject }) => subject)).toEqual(['identity.user-created', 'identity.connection-created']);
  });

  it('row 5 makes no second user for a repeated idempotency key', async () => {
    expect(await ensure('keyed', 'k1')).toEqual(await ensure('keyed', 'k1'));
  });

  it('rows 3 and 5 take an owner id for what it is: case, spaces, quotes and emoji included', async () => {
    const owners = ['Owner', 'owner', ' owner', 'owner ', "o'; --", '%', 'ä', 'a\u0308', '👍'.repeat(255), '\n'];
    const users = await Promise.all(owners.map((owner) => ensure(owner)));
    expect(new Set(users.map(({ user_id }) => user_id)).size).toBe(owners.length);
    for (const [index, owner] of owners.entries()) expect(await find(owner)).toEqual(users[index]);
  });

  it('rows 3 and 5 refuse an owner id that is empty, too long, or cannot be stored', async () => {
    for (const owner of ['', 'x'.repeat(256), 'a\0b', '\ud800']) {
      await expect(ensure(owner)).rejects.toMatchObject({ code: 'validation-failed' });
      await expect(find(owner)).rejects.toMatchObject({ code: 'validation-failed' });
    }
  });

  it('rows 3 and 5 know no provider that is not configured', async () => {
    for (const name of ['unknown', 'ACME-LOGIN', 'a\0b', '\ud800', '-']) {
      const ref = { provider_name: name, owner_id: '1' };
      const notFound = { code: 'provider-not-found' };
      await expect(identity.call(contract.ensureConnection, ref)).rejects.toMatchObject(notFound);
      await expect(identity.call(contract.findConnection, ref)).rejects.toMatchObject(notFound);
    }
    expect(
      await source.query('SELECT FROM app_user u LEFT JOIN connection c ON c.user_id = u.id WHERE c IS NULL'),
    ).toEqual([]);
  });

  it('row 3 finds no connection where there is none', async () => {
    await expect(find('nobody')).rejects.toMatchObject({ code: 'connection-not-found' });
  });

  it('row 7 tells the state of a user made in advance', async () => {
    const { user_id } = await ensure('details');
    expect(await identity.call(contract.userDetails, { user_id })).toEqual({
      id: user_id,
      active: true,
      completed_registration: false,
    });
  });

  it('row 7 answers for malformed ids as for unknown ones', async () => {
    const { user_id } = await ensure('known');
    for (const id of ['a'.repeat(25), '', '\0', `${user_id} `, user_id.slice(1), '../..', '\ud800']) {
      const question = identity.call(contract.userDetails, { user_id: id });
      await expect(question).rejects.toMatchObject({ code: 'user-not-found' });
    }
  });

  it('are known in bulk, unless unknown, malformed or closed', async () => {
    const [open, closed] = await Promise.all([ensure('open'), ensure('closed')]);
    await source.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [closed.user_id]);
    const user_ids = [open.user_id, closed.user_id, 'b'.repeat(25), '\0', open.user_id];
    expect(await identity.call(contract.knownUsers, { user_ids })).toEqual([open.user_id]);
    expect(await identity.call(contract.knownUsers, { user_ids: [] })).toEqual([]);
    const details = identity.call(contract.userDetails, { user_id: closed.user_id });
    await expect(details).rejects.toMatchObject({ code: 'user-not-found' });
    await expect(find('closed')).rejects.toMatchObject({ code: 'connection-not-found' });
  });
});
