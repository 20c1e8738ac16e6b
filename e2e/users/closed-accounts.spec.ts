import type { AdminUser } from '@ces/contracts/identity/admin-users';
import type { Connection } from '@ces/contracts/identity/users';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { mailedNonce, register } from '@ces/testing/gateway/registrations';
import { DataSource } from 'typeorm';

describe('the owner id of an account that rows 9 and 26 have closed', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const owner = (id: string) => `/api/1/oauth2/provider/acme/${id}`;
  const connect = (user_id: string, owner_id: string) =>
    platform.api.post(`/api/1/user/connections/${user_id}`, { provider_name: 'acme', owner_id });
  const close = (id: string) => platform.api.post(`/api/1/user/${id}/delete`);
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const userOf = (answer: ApiAnswer) => (answer.body as Connection).user_id;
  const identityDb = () => platform.services.identity.get(DataSource);
  const closedOwner = async (id: string) => {
    const registered = await register(platform);
    expect((await connect(registered.user_id, id)).status).toBe(200);
    expect((await close(registered.user_id)).status).toBe(200);
    return registered;
  };
  const connectionsAfterRestore = async (user_id: string) => {
    const restored = await platform.api.post(`/api/1/admin/users/${user_id}:restore`);
    expect(restored.status).toBe(200);
    return (restored.body as AdminUser).connections.map(({ owner_id }) => owner_id);
  };

  it('is free for rows 3 and 5, and a restore after that does not return the connection', async () => {
    const { user_id } = await closedOwner('row5');
    expect((await connect(user_id, 'late')).status).toBe(404);
    expect(problem(await platform.api.get(owner('row5')))).toEqual({ status: 404, code: 'connection-not-found' });
    const made = await platform.api.post(owner('row5'));
    expect(made).toMatchObject({ status: 200, body: { provider_name: 'acme', owner_id: 'row5' } });
    expect(userOf(made)).not.toBe(user_id);
    expect((await platform.api.get(`/api/1/user/details/${userOf(made)}`)).body).toEqual({
      ...{ id: userOf(made), active: true, completed_registration: false },
    });
    expect(userOf(await platform.api.post(owner('row5')))).toBe(userOf(made));
    expect(userOf(await platform.api.get(owner('row5')))).toBe(userOf(made));
    expect(await connectionsAfterRestore(user_id)).toEqual([]);
    expect(userOf(await platform.api.get(owner('row5')))).toBe(userOf(made));
  });

  it('is free for row 6', async () => {
    const { user_id } = await closedOwner('row6');
    const other = (await register(platform)).user_id;
    expect(await connect(other, 'row6')).toMatchObject({ status: 200, body: { user_id: other, owner_id: 'row6' } });
    expect(problem(await connect(other, 'row6'))).toEqual({ status: 409, code: 'connection-exists' });
    expect(await connectionsAfterRestore(user_id)).toEqual([]);
  });

  it('returns with a restore when no other user got it meanwhile', async () => {
    const { user_id } = await closedOwner('kept');
    expect(await connectionsAfterRestore(user_id)).toEqual(['kept']);
    expect(userOf(await platform.api.post(owner('kept')))).toBe(user_id);
  });

  it('gets one user and no orphan when row 5 is called fifty times at once', async () => {
    const users = async () =>
      (await identityDb().query<{ count: string }[]>('SELECT count(*) FROM app_user'))[0]?.count ?? '';
    await closedOwner('reopened');
    const before = Number(await users());
    const answers = await Promise.all(Array.from({ length: 50 }, () => platform.api.post(owner('reopened'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(userOf)).size).toBe(1);
    expect(Number(await users())).toBe(before + 1);
  });

  it('belongs to one user when row 5 and a restore come at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = `race${round}`;
      const { user_id } = await closedOwner(id);
      const [made, restored] = await Promise.all([
        platform.api.post(owner(id)),
        platform.api.post(`/api/1/admin/users/${user_id}:restore`),
      ]);
      expect([made.status, restored.status]).toEqual([200, 200]);
      const held = await platform.api.get(`/api/1/user/connections/${user_id}`);
      expect((held.body as Connection[]).length).toBe(userOf(made) === user_id ? 1 : 0);
      expect(userOf(await platform.api.get(owner(id)))).toBe(userOf(made));
    }
  });

  it('stays with its new user when the closed one is erased', async () => {
    const { user_id, username } = await closedOwner('erased');
    const made = userOf(await platform.api.post(owner('erased')));
    const nonce = await mailedNonce(platform, username, 2);
    expect((await platform.api.post('/api/1/user/delete/finish', { nonce })).status).toBe(200);
    await identityDb().query('UPDATE erasure SET announce_after = now() WHERE user_id = $1', [user_id]);
    await eventually(async () => {
      const rows = await identityDb().query<object[]>(
        'SELECT FROM erasure WHERE user_id = $1 AND completed_at IS NOT NULL',
        [user_id],
      );
      expect(rows).toHaveLength(1);
    }, 20_000);
    expect(userOf(await platform.api.get(owner('erased')))).toBe(made);
    const copied = () =>
      platform.segments.get(DataSource).query<object[]>(`SELECT user_id FROM connection WHERE owner_id = 'erased'`);
    await eventually(async () => {
      expect(await copied()).toEqual([{ user_id: made }]);
    });
  });
});
