import type { Connection } from '@ces/contracts/identity/users';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';
import { UserEntity } from '../../apps/identity/src/users/user.entity.js';

describe('users and connections, rows 3 to 7', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const provider = '/api/1/oauth2/provider';
  const userCount = () => platform.services.identity.get(DataSource).getRepository(UserEntity).count();

  it('row 5: creates one user when fifty requests come at once', async () => {
    const before = await userCount();
    const answers = await Promise.all(Array.from({ length: 50 }, () => platform.api.post(`${provider}/acme/fifty`)));
    expect(answers.map((each) => each.status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map((each) => each.text)).size).toBe(1);
    const { user_id } = answers[0]?.body as Connection;
    expect(user_id).toMatch(/^[A-Za-z0-9]{25}$/);
    expect(await userCount()).toBe(before + 1);
  });

  it('row 3: finds a connection by the exact owner id', async () => {
    const odd = 'Ünï/cödé %2F +x';
    const made = await platform.api.post(`${provider}/acme/${encodeURIComponent(odd)}`);
    expect(made.body).toMatchObject({ provider_name: 'acme', owner_id: odd });
    expect(await platform.api.get(`${provider}/acme/${encodeURIComponent(odd)}`)).toMatchObject({
      status: 200,
      body: made.body,
    });
    expect(await platform.api.get(`${provider}/acme/${encodeURIComponent(odd.toUpperCase())}`)).toMatchObject({
      status: 404,
      body: { code: 'connection-not-found' },
    });
  });

  it('row 7: returns the state of a user', async () => {
    const { user_id } = (await platform.api.post(`${provider}/acme/state`)).body as Connection;
    expect((await platform.api.get(`/api/1/user/details/${user_id}`)).body).toEqual({
      id: user_id,
      active: true,
      completed_registration: false,
    });
    for (const unknown of ['B'.repeat(25), 'x', 'a%00b']) {
      expect(await platform.api.get(`/api/1/user/details/${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'user-not-found' },
      });
    }
  });

  const newUser = async (owner: string) =>
    ((await platform.api.post(`${provider}/acme/${owner}`)).body as Connection).user_id;
  const connect = (user_id: string, owner_id: string, provider_name = 'acme') =>
    platform.api.post(`/api/1/user/connections/${user_id}`, { provider_name, owner_id });

  it('rows 4 and 6: connect a user with more accounts, and list them newest first', async () => {
    const user_id = await newUser('first');
    const connection = { provider_name: 'acme', owner_id: 'second', user_id };
    expect(await connect(user_id, 'second')).toMatchObject({ status: 200, body: connection });
    const list = await platform.api.get(`/api/1/user/connections/${user_id}`);
    expect(list).toMatchObject({ status: 200, body: [connection, { ...connection, owner_id: 'first' }] });
    const removed = await platform.api.send('DELETE', `/api/1/admin/users/${user_id}/connections/acme/second`);
    expect(removed.body).toEqual({ deleted: true });
    expect((await platform.api.get(`/api/1/user/connections/${user_id}`)).body).toHaveLength(1);
    expect(await platform.api.get(`/api/1/user/connections/${'A'.repeat(25)}`)).toMatchObject({
      status: 404,
      body: { code: 'user-not-found' },
    });
  });

  it('row 6: refuses an owner that is connected, even with the same user, and does not name the user', async () => {
    const [one, other] = [await newUser('taken'), await newUser('other')];
    for (const user_id of [one, other]) {
      const answer = await connect(user_id, 'taken');
      expect(answer).toMatchObject({ status: 409, body: { code: 'connection-exists' } });
      if (user_id === other) expect(answer.text).not.toContain(one);
    }
  });

  it('row 6: connects an owner with one of two users when both requests come at once', async () => {
    const users = [await newUser('left'), await newUser('right')];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(users.map((user_id) => connect(user_id, `contested ${round}`)));
      expect(answers.map((each) => each.status).sort()).toEqual([200, 409]);
    }
  });

  it('row 4: returns pages, newest first, that miss and repeat nothing', async () => {
    const user_id = await newUser('many 0');
    for (let n = 1; n <= 6; n += 1) await connect(user_id, `many ${n}`);
    // Connections of the same moment must have an order, too.
    await platform.services.identity
      .get(DataSource)
      .query(`UPDATE connection SET created_at = now() WHERE user_id = $1 AND owner_id < 'many 4'`, [user_id]);
    const path = `/api/1/user/connections/${user_id}`;
    const whole = await platform.api.get(path);
    expect(whole.headers.get('link')).toBeNull();
    const walked: unknown[] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next !== undefined) {
      const page = await platform.api.get(next);
      walked.push(...(page.body as unknown[]));
      next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.slice(platform.url.length);
    }
    expect(walked).toHaveLength(7);
    expect(walked).toEqual(whole.body);
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=x', 'cursor=WyIxIiwiYVx1MDAwMCIsImIiXQ']) {
      expect(await platform.api.get(`${path}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'parameter-invalid' },
      });
    }
  });

  it('row 6: refuses unknown users, unknown providers and malformed owner ids', async () => {
    const user_id = await newUser('faults');
    const outcome = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      return [status, (body as { code: string }).code];
    };
    expect(await outcome(connect('A'.repeat(25), 'x'))).toEqual([404, 'user-not-found']);
    for (const provider of ['unknown', '', 'a\0b', 'x'.repeat(300)]) {
      expect(await outcome(connect(user_id, 'x', provider))).toEqual([400, 'provider-unknown']);
    }
    for (const owner of ['', 'x'.repeat(256), 'a\0b']) {
      expect(await outcome(connect(user_id, owner))).toEqual([400, 'validation-failed']);
    }
  });

  it.each(['a%00b', 'x'.repeat(300)])('refuse a malformed provider name: %s', async (name) => {
    const user_id = await newUser('of a provider');
    expect(await platform.api.get(`${provider}/${name}/x`)).toMatchObject({
      status: 404,
      body: { code: 'provider-not-found' },
    });
    expect(await platform.api.send('DELETE', `/api/1/admin/users/${user_id}/connections/${name}/x`)).toMatchObject({
      status: 404,
      body: { code: 'connection-not-found' },
    });
  });

  it('refuse a provider that is not configured', async () => {
    expect(await platform.api.get(`${provider}/unknown/x`)).toMatchObject({
      status: 404,
      body: { code: 'provider-not-found' },
    });
    expect(await platform.api.post(`${provider}/unknown/x`)).toMatchObject({
      status: 404,
      body: { code: 'provider-not-found' },
    });
  });

  it.each(['a%00b', 'x'.repeat(256), encodeURIComponent('😀'.repeat(200))])(
    'accept an owner id of 200 characters, and refuse a malformed one by name: %s',
    async (owner) => {
      const made = await platform.api.post(`${provider}/acme/${owner}`);
      const found = await platform.api.get(`${provider}/acme/${owner}`);
      const removed = await platform.api.send(
        'DELETE',
        `/api/1/admin/users/${'A'.repeat(25)}/connections/acme/${owner}`,
      );
      const refused = { status: 400, body: { code: 'parameter-invalid', errors: [{ pointer: 'owner_id' }] } };
      if (owner.length > 1_000) expect([made.status, found.status, removed.status]).toEqual([200, 200, 404]);
      else for (const answer of [made, found, removed]) expect(answer).toMatchObject(refused);
    },
  );

  it('repeat their answer for an idempotency key', async () => {
    const first = await platform.api.post(`${provider}/acme/keyed`, undefined, { 'Idempotency-Key': 'k' });
    const again = await platform.api.post(`${provider}/acme/keyed`, undefined, { 'Idempotency-Key': 'k' });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});
