import type { AdminUser } from '@ces/contracts/identity/admin-users';
import { servicesWithUserData } from '@ces/contracts/identity/erasure';
import type { Connection } from '@ces/contracts/identity/users';
import { inCall } from '@ces/messaging/calls/call-context';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { catchLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { beginRegistration, mailedNonce, newName, password, register } from '@ces/testing/gateway/registrations';
import { register as metrics } from 'prom-client';
import { DataSource } from 'typeorm';
import { Chores } from '@ces/service/chores/chores';

describe('the chores that end accounts', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
  });

  afterAll(() => platform.stop());

  const user = (path: string) => `/api/1/user/${path}`;
  const post = (path: string, body?: unknown) => platform.api.post(user(path), body);
  const close = (id: string) => post(`${id}/delete`);
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const identityDb = () => platform.services.identity.get(DataSource);
  const runChores = () => inCall({ requestId: 'spec' }, () => platform.services.identity.get(Chores).runAllNow());

  it('log and count an erasure that lacks a receipt after a day, until all receipts are there', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/overdue');
    const { user_id } = made.body as Connection;
    const logs = catchLogs();
    const alarmed = () => logs.errors.filter(([what]) => (what as { user_id?: string }).user_id === user_id);
    const overdue = async () => /^ces_erasures_overdue (\d+)$/m.exec(await metrics.metrics())?.[1];
    const age = (hours: number) =>
      identityDb().query(
        `UPDATE erasure SET announce_after = now() + interval '1 h', erased_at = now() - make_interval(hours => $2)
         WHERE user_id = $1`,
        [user_id, hours],
      );
    await close(user_id);
    await age(23);
    await runChores();
    expect([await overdue(), alarmed()]).toEqual(['0', []]);
    await age(25);
    await runChores();
    await runChores();
    expect([await overdue(), alarmed()]).toEqual([
      '1',
      [[{ user_id, missing: [...servicesWithUserData] }, expect.any(String), 'Erasures']],
    ]);
    // After the announcement every service sends its receipt.
    await identityDb().query('UPDATE erasure SET announce_after = now()');
    await eventually(async () => {
      await runChores();
      expect(await overdue()).toBe('0');
    }, 20_000);
  });

  it('erase the other accounts when one cannot be erased', async () => {
    const [held, free] = [await register(platform), await register(platform)];
    for (const { user_id } of [held, free]) await close(user_id);
    await identityDb().query('CREATE TABLE blocker (user_id text COLLATE "C" REFERENCES app_user (id))');
    await identityDb().query('INSERT INTO blocker VALUES ($1)', [held.user_id]);
    await identityDb().query('UPDATE app_user SET erase_after = created_at WHERE id = ANY ($1)', [
      [held.user_id, free.user_id],
    ]);
    const statuses = async () =>
      Promise.all(
        [held, free].map(async ({ user_id }) => (await platform.api.get(`/api/1/admin/users/${user_id}`)).status),
      );
    await runChores();
    expect(await statuses()).toEqual([200, 404]);
    await identityDb().query('DROP TABLE blocker');
    await runChores();
    expect(await statuses()).toEqual([404, 404]);
  });

  it('erase an account when its grace time is over, and not before', async () => {
    const { user_id } = await register(platform);
    await close(user_id);
    await runChores();
    const lookUp = () => platform.api.get(`/api/1/admin/users/${user_id}`);
    expect((await lookUp()).body as AdminUser).toMatchObject({ erase_at: expect.any(String) });
    await identityDb().query('UPDATE app_user SET erase_after = now() WHERE id = $1', [user_id]);
    await runChores();
    expect(problem(await lookUp())).toEqual({ status: 404, code: 'user-not-found' });
  });

  it('purge an unfinished registration after a week, but keep a user made by row 5', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/unfinished');
    const joined = (made.body as Connection).user_id;
    const names = [newName(), newName()];
    await post('credentials', { username: names[0], password });
    await post('credentials', { username: names[1], password, user_id: joined });
    const free = async () =>
      Promise.all(names.map(async (username) => (await post('credentials/available', { username })).body));
    await runChores();
    expect(await free()).toEqual([{ available: false }, { available: false }]);
    await identityDb().query(`UPDATE credential SET created_at = now() - interval '8 days' WHERE username = ANY ($1)`, [
      names,
    ]);
    await runChores();
    expect(await free()).toEqual([{ available: true }, { available: true }]);
    expect((await platform.api.get(user(`details/${joined}`))).status).toBe(200);
  });

  it('purge no registration whose activation link is still valid', async () => {
    const { nonce, user_id, username } = await beginRegistration(platform);
    expect((await post('complete', { auth_nonce: nonce })).status).toBe(204);
    const activation = await mailedNonce(platform, username);
    await identityDb().query(`UPDATE credential SET created_at = now() - interval '8 days' WHERE user_id = $1`, [
      user_id,
    ]);
    await runChores();
    expect((await post('activator/uniquelink', { nonce: activation })).status).toBe(200);
    await runChores();
    expect((await platform.api.get(user(`details/${user_id}`))).body).toMatchObject({ active: true });
  });
});
