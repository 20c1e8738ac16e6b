import { putProvider } from '@ces/contracts/identity/providers';
import * as contract from '@ces/contracts/identity/users';
import type { RunningService } from '@ces/testing/services/start-service';
import { callWithKey, startIdentity } from '../../test/start-identity.js';

const provider_name = 'acme-login';

describe('users and connections', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
    await identity.bus.call(putProvider, {
      name: provider_name,
      issuer: 'https://login.example',
      client_ids: ['shop'],
    });
  });

  afterAll(() => identity.stop());

  const ensure = (owner_id: string, key?: string) =>
    key === undefined
      ? identity.bus.call(contract.ensureConnection, { provider_name, owner_id })
      : callWithKey(identity, contract.ensureConnection, { provider_name, owner_id }, key);
  const find = (owner_id: string) => identity.bus.call(contract.findConnection, { provider_name, owner_id });

  it('row 5 makes a user and returns the same one afterwards', async () => {
    const connection = await ensure('248289761001');
    expect(connection).toEqual({
      provider_name,
      owner_id: '248289761001',
      user_id: expect.stringMatching(/^[A-Za-z0-9]{25}$/),
    });
    expect(await ensure('248289761001')).toEqual(connection);
    expect(await find('248289761001')).toEqual(connection); // row 3
  });

  it('row 5 makes one user and one of each fact when fifty requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ensure('at once')));
    const ids = new Set(answers.map(({ user_id }) => user_id));
    expect(ids.size).toBe(1);
    const [user_id] = ids;
    const orphans = await identity.query(
      'SELECT FROM app_user u WHERE NOT EXISTS (SELECT FROM connection c WHERE c.user_id = u.id)',
    );
    expect(orphans).toEqual([]);
    const facts = await identity.query<{ subject: string }>(
      'SELECT subject FROM outbox WHERE payload LIKE $1 ORDER BY id',
      [`%${user_id ?? ''}%`],
    );
    expect(facts.map(({ subject }) => subject)).toEqual(['identity.user-created', 'identity.connection-created']);
  });

  it('row 5 makes no second user for a repeated idempotency key', async () => {
    expect(await ensure('keyed', 'k1')).toEqual(await ensure('keyed', 'k1'));
  });

  it('rows 3 and 5 distinguish owner ids by case, spaces, quotes and code points', async () => {
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

  it('rows 3 and 5 refuse a provider that is not configured', async () => {
    for (const name of ['unknown', 'ACME-LOGIN', 'a\0b', '\ud800', '-']) {
      const ref = { provider_name: name, owner_id: '1' };
      const notFound = { code: 'provider-not-found' };
      await expect(identity.bus.call(contract.ensureConnection, ref)).rejects.toMatchObject(notFound);
      await expect(identity.bus.call(contract.findConnection, ref)).rejects.toMatchObject(notFound);
    }
    expect(
      await identity.query('SELECT FROM app_user u LEFT JOIN connection c ON c.user_id = u.id WHERE c IS NULL'),
    ).toEqual([]);
  });

  it('row 3 answers that an unknown owner has no connection', async () => {
    await expect(find('unknown')).rejects.toMatchObject({ code: 'connection-not-found' });
  });

  it('row 7 returns the state of a user made by row 5', async () => {
    const { user_id } = await ensure('details');
    expect(await identity.bus.call(contract.userDetails, { user_id })).toEqual({
      id: user_id,
      active: true,
      completed_registration: false,
    });
  });

  it('row 7 answers for malformed ids as for unknown ones', async () => {
    const { user_id } = await ensure('known');
    for (const id of ['a'.repeat(25), '', '\0', `${user_id} `, user_id.slice(1), '../..', '\ud800']) {
      const question = identity.bus.call(contract.userDetails, { user_id: id });
      await expect(question).rejects.toMatchObject({ code: 'user-not-found' });
    }
  });

  it('a check in bulk leaves out unknown, malformed and closed users', async () => {
    const [open, closed] = await Promise.all([ensure('open'), ensure('closed')]);
    await identity.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [closed.user_id]);
    const user_ids = [open.user_id, closed.user_id, 'b'.repeat(25), '\0', open.user_id];
    expect(await identity.bus.call(contract.knownUsers, { user_ids })).toEqual([open.user_id]);
    expect(await identity.bus.call(contract.knownUsers, { user_ids: [] })).toEqual([]);
    const details = identity.bus.call(contract.userDetails, { user_id: closed.user_id });
    await expect(details).rejects.toMatchObject({ code: 'user-not-found' });
    await expect(find('closed')).rejects.toMatchObject({ code: 'connection-not-found' });
  });
});
