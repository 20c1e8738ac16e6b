import { closeUser } from '@ces/contracts/identity/deletion';
import { putProvider } from '@ces/contracts/identity/providers';
import {
  addConnection,
  connectionRemoved,
  connectionsOf,
  ensureConnection,
  findConnection,
  removeConnection,
} from '@ces/contracts/identity/users';
import { registerCredentials } from '@ces/contracts/identity/credentials';
import { hearStatements } from '@ces/testing/hear-statements';
import type { RunningService } from '@ces/testing/services/start-service';
import { cursorOf } from './connection-cursor.js';
import { startIdentity } from '../../test/start-identity.js';

const provider_name = 'acme';
/** Older than every connection. */
const after = { at: '0', provider_name, owner_id: 'read' };

describe('the connections of a user', () => {
  let identity: RunningService;
  let serial = 0;
  const heard: string[] = [];
  let stopListening: () => void;

  beforeAll(async () => {
    stopListening = hearStatements((text) => heard.push(text));
    identity = await startIdentity();
    const provider = { name: provider_name, issuer: 'https://login.example', client_ids: ['shop'] };
    await identity.bus.call(putProvider, provider);
  });

  afterAll(async () => {
    await identity.stop();
    stopListening();
  });

  const ensure = async (owner_id: string) =>
    (await identity.bus.call(ensureConnection, { provider_name, owner_id })).user_id;
  const add = (user_id: string, owner_id: string, name = provider_name) =>
    identity.bus.call(addConnection, { provider_name: name, owner_id, user_id });
  const remove = (user_id: string, owner_id: string, name = provider_name) =>
    identity.bus.call(removeConnection, { provider_name: name, owner_id, user_id });
  const close = (user_id: string) => identity.bus.call(closeUser, { user_id, client_id: 'cl_shop', locale: 'en_GB' });
  const newAccount = async () => {
    const username = `user${(serial += 1)}@example.com`;
    const credentials = { username, password: 'correct horse', client_id: 'cl_shop' };
    return (await identity.bus.call(registerCredentials, credentials)).user_id;
  };
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: unknown) => (error as { code: string }).code,
    );

  it('come in pages, newest first, that miss and repeat nothing, row 4', async () => {
    const user_id = await ensure('page 0');
    for (let n = 1; n <= 6; n += 1) await add(user_id, `page ${n}`);
    // Connections of the same moment have an order, too.
    await identity.query(`UPDATE connection SET created_at = now() WHERE user_id = $1 AND owner_id < 'page 4'`, [
      user_id,
    ]);
    const whole = await identity.bus.call(connectionsOf, { user_id });
    expect(whole.next).toBeNull();
    expect(whole.items.slice(-3).map(({ owner_id }) => owner_id)).toEqual(['page 6', 'page 5', 'page 4']);
    const paged: object[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await identity.bus.call(connectionsOf, { user_id, limit: 2, ...(cursor ? { cursor } : {}) });
      paged.push(...page.items);
      cursor = page.next;
    } while (cursor !== null);
    expect(paged).toEqual(whole.items);
  });

  it('are read in one statement, also where there are none, row 4', async () => {
    const user_id = await ensure('read');
    const read = async () => {
      heard.length = 0;
      const items = await identity.bus.call(connectionsOf, { user_id }).then((page) => page.items);
      expect(heard.filter((text) => /\b(app_user|connection)\b/.test(text))).toHaveLength(1);
      return items;
    };
    expect(await read()).toEqual([{ provider_name, owner_id: 'read', user_id }]);
    await remove(user_id, 'read');
    expect(await read()).toEqual([]);
    const { items } = await identity.bus.call(connectionsOf, { user_id, cursor: cursorOf(after) });
    expect(items).toEqual([]);
    await close(user_id);
    for (const unknown of [user_id, 'A'.repeat(25), 'malformed', 'a\0b'])
      expect(await codeOf(identity.bus.call(connectionsOf, { user_id: unknown }))).toBe('user-not-found');
  });

  it('are added once, and not with an unknown user or provider, row 6', async () => {
    const [one, other] = [await ensure('one'), await ensure('other')];
    expect(await add(one, 'more')).toEqual({ provider_name, owner_id: 'more', user_id: one });
    expect(await codeOf(add(one, 'more'))).toBe('connection-exists');
    expect(await codeOf(add(other, 'more'))).toBe('connection-exists');
    expect(await codeOf(add('A'.repeat(25), 'free'))).toBe('user-not-found');
    const company = { name: 'company', issuer: 'https://company.example', client_ids: [], client_id: 'ces' };
    await identity.bus.call(putProvider, { ...company, operators: true });
    for (const name of ['unknown', 'company', '', 'a\0b'])
      expect(await codeOf(add(one, 'free', name))).toBe('provider-unknown');
    const atCompany = { provider_name: 'company', owner_id: 'free' };
    expect(await codeOf(identity.bus.call(ensureConnection, atCompany))).toBe('provider-not-found');
  });

  it('are removed only from their own user', async () => {
    const [one, other] = [await ensure('mine'), await ensure('theirs')];
    expect(await codeOf(remove(other, 'mine'))).toBe('connection-not-found');
    expect(await codeOf(remove(one, 'mine', 'a\0b'))).toBe('connection-not-found');
    expect(await remove(one, 'mine')).toEqual({ deleted: true });
    expect(await codeOf(identity.bus.call(findConnection, { provider_name, owner_id: 'mine' }))).toBe(
      'connection-not-found',
    );
  });

  it('pass from a closed account to the user that asks for the owner, with the fact of their removal', async () => {
    const closed = await newAccount();
    await add(closed, 'passed on');
    await close(closed);
    const user_id = await newAccount();
    expect(await add(user_id, 'passed on')).toMatchObject({ user_id });
    const removed = await identity.query<{ payload: string }>(
      'SELECT payload FROM outbox WHERE subject = $1 AND payload LIKE $2',
      [connectionRemoved.subject, `%${closed}%`],
    );
    expect(removed.map(({ payload }) => JSON.parse(payload) as object)).toEqual([
      { provider_name, owner_id: 'passed on', user_id: closed },
    ]);
  });
});
