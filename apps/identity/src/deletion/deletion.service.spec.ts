import { restoreUser } from '@ces/contracts/identity/admin-users';
import { registerCredentials } from '@ces/contracts/identity/credentials';
import { closeUser, finishDeletion, requestDeletion } from '@ces/contracts/identity/deletion';
import { putProvider } from '@ces/contracts/identity/providers';
import { ensureConnection, findConnection } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
import { NoncesService } from '../nonces/nonces.service.js';

const client_id = 'cl_shop';
const locale = 'en_GB';
const provider_name = 'acme';

describe('the deletion of an account', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity({ DELETE_GRACE_DAYS: '5' });
    const provider = { name: provider_name, issuer: 'https://login.example', client_ids: ['shop'] };
    await identity.bus.call(putProvider, provider);
  });

  afterAll(() => identity.stop());

  const register = async (username: string) =>
    (await identity.bus.call(registerCredentials, { username, password: 'correct horse', client_id })).user_id;
  const makeWithoutMail = async (owner_id: string) =>
    (await identity.bus.call(ensureConnection, { provider_name, owner_id })).user_id;
  const close = (user_id: string) => identity.bus.call(closeUser, { user_id, client_id, locale });
  const request = (user_id: string) => identity.bus.call(requestDeletion, { user_id, client_id, locale });
  const restore = (user_id: string) => identity.bus.call(restoreUser, { user_id });
  const mailsOf = (user_id: string) =>
    identity.query<{ kind: string }>('SELECT kind FROM mail_outbox WHERE user_id = $1', [user_id]);
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: unknown) => (error as { code: string }).code,
    );

  it('closes it for the grace time and mails its user once, rows 9 and 26', async () => {
    const user_id = await register('closed@example.com');
    for (let n = 0; n < 2; n += 1) expect(await close(user_id)).toEqual({ deleted: true });
    expect(await mailsOf(user_id)).toEqual([{ kind: 'closed' }]);
    const [user] = await identity.query<{ days: string }>(
      'SELECT (erase_after - closed_at)::text AS days FROM app_user WHERE id = $1',
      [user_id],
    );
    expect(user?.days).toBe('5 days');
  });

  it('erases an account without a mail address at once, and frees its owner id', async () => {
    const user_id = await makeWithoutMail('unmailed');
    for (let n = 0; n < 2; n += 1) expect(await close(user_id)).toEqual({ deleted: true });
    expect(await identity.query('SELECT FROM app_user WHERE id = $1', [user_id])).toEqual([]);
    const owner = { provider_name, owner_id: 'unmailed' };
    expect(await refusal(identity.bus.call(findConnection, owner))).toBe('connection-not-found');
  });

  it('is refused for an id that does not exist', async () => {
    for (const user_id of ['A'.repeat(25), 'x', '', '\0']) {
      expect(await refusal(close(user_id))).toBe('user-not-found');
      expect(await refusal(request(user_id))).toBe('user-not-found');
      expect(await refusal(restore(user_id))).toBe('user-not-found');
    }
  });

  it('is asked for only of an open account with a mail address, row 25', async () => {
    expect(await refusal(request(await makeWithoutMail('asked')))).toBe('mail-address-missing');
    const user_id = await register('asked@example.com');
    expect(await request(user_id)).toEqual({ requested: true });
    expect(await mailsOf(user_id)).toEqual([{ kind: 'deletion' }]);
    await close(user_id);
    expect(await refusal(request(user_id))).toBe('user-not-found');
  });

  it('is mailed about each time that its user asks, with a new nonce', async () => {
    const user_id = await register('again@example.com');
    const links = new Set<string>();
    for (let n = 0; n < 7; n += 1) {
      await request(user_id);
      const [mail] = await identity.query<{ link: string }>('SELECT link FROM mail_outbox WHERE user_id = $1', [
        user_id,
      ]);
      links.add(mail?.link ?? '');
    }
    expect(links.size).toBe(7);
  });

  it('is undone by a restore, which voids the nonce that would finish it', async () => {
    const user_id = await register('restored@example.com');
    expect(await refusal(restore(user_id))).toBe('user-not-closed');
    await close(user_id);
    const order = { purpose: 'delete_request' as const, user_id, client_id, hours: 1 };
    const nonce = await identity.app.get(Transactions).run(() => identity.app.get(NoncesService).issue(order));
    expect(await restore(user_id)).toMatchObject({ id: user_id, closed_at: null, erase_at: null });
    expect(await mailsOf(user_id)).toEqual([]);
    expect(await refusal(identity.bus.call(finishDeletion, { nonce }))).toBe('nonce-gone');
  });

  it('is finished by a nonce, once of ten attempts at the same time, row 27', async () => {
    const user_id = await register('finished@example.com');
    const order = { purpose: 'delete_request' as const, user_id, client_id, hours: 1 };
    const nonce = await identity.app.get(Transactions).run(() => identity.app.get(NoncesService).issue(order));
    const attempts = Array.from({ length: 10 }, () => refusal(identity.bus.call(finishDeletion, { nonce })));
    expect((await Promise.all(attempts)).sort()).toEqual(['accepted', ...Array<string>(9).fill('nonce-gone')]);
    expect(await identity.query('SELECT FROM app_user WHERE id = $1', [user_id])).toEqual([]);
    expect(await close(user_id)).toEqual({ deleted: true });
  });
});
