import type { AuditEntry } from '@ces/contracts/identity/audit';
import { servicesWithUserData } from '@ces/contracts/identity/erasure';
import type { Connection } from '@ces/contracts/identity/users';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { mailedNonce, password, register, type Registered } from '@ces/testing/gateway/registrations';
import { useEvent } from '@ces/testing/services/use-event';
import { DataSource } from 'typeorm';

describe('account deletion, rows 9 and 25 to 27', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    await platform.api.put('/api/1/terminal/events/visit', {
      $id: `${platform.url}/api/1/terminal/events/visit`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'visit',
      type: 'object',
      properties: {},
    });
  });

  afterAll(() => platform.stop());

  const user = (path: string) => `/api/1/user/${path}`;
  const post = (path: string, body?: unknown) => platform.api.post(user(path), body);
  const close = (id: string) => post(`${id}/delete`);
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const identityDb = () => platform.services.identity.get(DataSource);
  const connect = (user_id: string, owner_id: string) =>
    platform.api.post(user(`connections/${user_id}`), { provider_name: 'acme', owner_id });
  /** Skips the pause before the announcement. */
  const announceNow = () => identityDb().query('UPDATE erasure SET announce_after = now()');
  const completed = async (id: string) => {
    const [erasure] = await identityDb().query<{ completed_at: Date | null }[]>(
      'SELECT completed_at FROM erasure WHERE user_id = $1',
      [id],
    );
    expect(erasure?.completed_at).toBeInstanceOf(Date);
  };

  const expectGone = async ({ user_id, username }: Registered) => {
    for (const path of [`details/${user_id}`, `connections/${user_id}`, `person/details/${user_id}`]) {
      expect(problem(await platform.api.get(user(path)))).toEqual({ status: 404, code: 'user-not-found' });
    }
    expect(problem(await post('credentials/find', { username }))).toMatchObject({ status: 404 });
    expect((await post('credentials/continue', { username, password })).body).toEqual({
      completed: false,
      continue: false,
    });
    await eventually(async () => {
      const event = await platform.api.post(`/api/1/terminal/${user_id}/events/visit`, {});
      expect(problem(event)).toEqual({ status: 404, code: 'user-not-found' });
    }, 5_000);
  };

  it('rows 9 and 26 close the account at once, end its tokens within 5 s, and mail a nonce once', async () => {
    const registered = await register(platform);
    const { user_id, username } = registered;
    await connect(user_id, `closed-${user_id}`);
    const asUser = await platform.asUser(user_id, 'profile account');
    expect((await asUser.get(user('person/me'))).status).toBe(200);
    expect((await platform.api.post(`/api/1/terminal/${user_id}/events/visit`, {})).status).toBe(202);

    expect(await platform.api.post(user(`${user_id}/delete?locale=de_DE`))).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    await expectGone(registered);
    await eventually(async () => {
      expect(problem(await asUser.get(user('person/me')))).toEqual({ status: 401, code: 'token-invalid' });
    }, 5_000);
    expect((await close(user_id)).body).toEqual({ deleted: true });
    const nonce = await mailedNonce(platform, username, 2);
    const mails = await platform.mailsTo(username);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toBe('Ihr Konto wurde geschlossen');
    expect(mails[0]?.text).toContain(`${platform.url}/delete-account?locale=de_DE#nonce=${nonce}`);
    // The name stays reserved.
    expect((await post('credentials/available', { username })).body).toEqual({ available: false });
    expect(problem(await post('credentials', { username, password }))).toEqual({ status: 409, code: 'username-taken' });
  });

  it('row 9 needs an existing user and the scope', async () => {
    for (const id of ['A'.repeat(25), 'x']) {
      expect(problem(await close(id))).toEqual({ status: 404, code: 'user-not-found' });
    }
    const reader = await platform.api.as(platform.credentials, 'users:read');
    expect(problem(await reader.post(user(`${'A'.repeat(25)}/delete`)))).toEqual({
      status: 403,
      code: 'scope-insufficient',
    });
    expect(problem(await post('delete/request'))).toEqual({ status: 403, code: 'scope-insufficient' }); // row 25
  });

  it('restores a closed account within its grace time', async () => {
    const { user_id, username } = await register(platform);
    await close(user_id);
    const nonce = await mailedNonce(platform, username, 2);
    const restored = await platform.api.post(`/api/1/admin/users/${user_id}:restore`);
    expect(restored).toMatchObject({ status: 200, body: { id: user_id, closed_at: null, erase_at: null } });
    expect((await platform.api.get(user(`details/${user_id}`))).body).toMatchObject({ active: true });
    expect(problem(await post('delete/finish', { nonce }))).toEqual({ status: 410, code: 'nonce-gone' });
    expect(problem(await platform.api.post(`/api/1/admin/users/${user_id}:restore`))).toEqual({
      status: 409,
      code: 'user-not-closed',
    });
    await eventually(async () => {
      const fresh = await platform.asUser(user_id, 'profile');
      expect((await fresh.get(user('person/me'))).status).toBe(200);
    });
  });

  it('leaves nothing of the person in any table or stream after rows 25 and 27', async () => {
    const { user_id, username } = await register(platform, 'Euphrosyne');
    const owner = `owner-of-${user_id}`;
    await connect(user_id, owner);
    const other = await platform.api.post('/api/1/oauth2/provider/acme/neighbour');
    const neighbour = (other.body as Connection).user_id;
    // Without a use, the stream of events would stay empty.
    await useEvent(platform.messaging.bus, 'visit');
    for (const id of [user_id, neighbour, user_id]) {
      const sent = await platform.api.post(
        `/api/1/terminal/${id}/events/visit`,
        { note: `secret of ${id}` },
        { 'Idempotency-Key': `key-${Math.random()}` },
      );
      expect(sent.status).toBe(202);
    }
    // The recorded answer names the user and is kept for a day.
    await platform.api.post(`/api/1/oauth2/provider/acme/${owner}`, undefined, { 'Idempotency-Key': 'remembered' });
    const traces = [username, 'Euphrosyne', owner, `secret of ${user_id}`];
    const all = async () => (await dump(platform.services.identity)) + (await dump(platform.services.events));
    const before = await all();
    for (const trace of traces) expect([trace, before.includes(trace)]).toEqual([trace, true]);

    const asUser = await platform.asUser(user_id, 'account');
    expect((await asUser.post(user('delete/request?locale=en_GB'))).body).toEqual({ requested: true }); // row 25
    const nonce = await mailedNonce(platform, username, 2);
    expect((await platform.api.get(user(`details/${user_id}`))).status).toBe(200);
    expect((await post('delete/finish', { nonce })).body).toEqual({ deleted: true }); // row 27
    expect(problem(await post('delete/finish', { nonce }))).toEqual({ status: 410, code: 'nonce-gone' });
    await expectGone({ user_id, username });
    await announceNow();
    await eventually(() => completed(user_id), 20_000);

    const after = await all();
    for (const trace of traces) expect([trace, after.includes(trace)]).toEqual([trace, false]);
    // Only records of the erasure may keep the id itself.
    const left = after.split('\n').filter((line) => line.includes(user_id));
    for (const line of left)
      expect(line).toMatch(
        /^(public\.(audit(_\w+)?|erasure|erasure_receipt|outbox|revocation) |\S+ \S+\.(user-erased|erasure-receipt) )/,
      );
    for (const line of left.filter((each) => each.startsWith('public.outbox')))
      expect(line).toMatch(/identity\.user-erased|events\.erasure-receipt/);
    expect(after).toContain(`secret of ${neighbour}`);
    // The name is free again.
    expect((await post('credentials/available', { username })).body).toEqual({ available: true });
  });

  it('erases every recorded answer about the person, refusals included', async () => {
    const { user_id, username } = await register(platform);
    const owner = `recorded-${user_id}`;
    await connect(user_id, owner);
    const keyed = (path: string, body?: unknown) => platform.api.post(path, body, { 'Idempotency-Key': 'recorded' });
    const connection = { provider_name: 'acme', owner_id: owner };
    expect((await keyed(user(`connections/${user_id}`), connection)).status).toBe(409);
    expect((await keyed(user(`${user_id}/delete`))).status).toBe(200);
    const recorded = () => identityDb().query<object[]>(`SELECT scope FROM idempotency_key WHERE key = 'recorded'`);
    expect(await recorded()).toHaveLength(2);
    await post('delete/finish', { nonce: await mailedNonce(platform, username, 2) });
    await announceNow();
    await eventually(() => completed(user_id), 20_000);
    expect(await recorded()).toEqual([]);
  });

  it('leaves no answer of row 8 that a key could bring back', async () => {
    const { user_id, username } = await register(platform);
    const find = () => platform.api.post(user('credentials/find'), { username }, { 'Idempotency-Key': 'found' });
    expect((await find()).body).toMatchObject({ user_id });
    await close(user_id);
    expect(problem(await find())).toEqual({ status: 404, code: 'user-not-found' });
    expect(await identityDb().query(`SELECT scope FROM idempotency_key WHERE key = 'found'`)).toEqual([]);
  });

  it('reaches a service later that is down at the time', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/missed');
    const { user_id } = made.body as Connection;
    await platform.api.post(`/api/1/terminal/${user_id}/events/visit`, { note: 'missed' });
    await platform.without('events', async () => {
      await close(user_id);
      await announceNow();
      await eventually(async () => {
        const receipts = await identityDb().query<{ service: string }[]>(
          'SELECT service FROM erasure_receipt WHERE user_id = $1 ORDER BY service',
          [user_id],
        );
        // Identity keeps its own facts about the user until events has read them.
        expect(receipts).toEqual(['campaigns', 'cards', 'segments', 'webhooks'].map((service) => ({ service })));
      });
      await expect(completed(user_id)).rejects.toThrow();
    });
    await eventually(() => completed(user_id), 20_000);
    expect(await dump(platform.services.events)).not.toContain('missed');
  });

  it('waits for a receipt of every service that holds data of users', async () => {
    const { nats } = platform.messaging;
    const manager = await nats.manager();
    for (const service of servicesWithUserData) {
      const [source, name] =
        service === 'identity' ? ['identity', 'identity-user-erased'] : [service, `${service}-erasure-receipt`];
      await manager.consumers.info(nats.streamOf(source), `identity-${name}`);
    }
  });

  it('erases a user without a mail address at once', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/without-mail');
    const { user_id } = made.body as Connection;
    expect(problem(await (await platform.asUser(user_id, 'account')).post(user('delete/request')))).toEqual({
      status: 409,
      code: 'mail-address-missing',
    });
    for (let n = 0; n < 2; n += 1) expect(await close(user_id)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(problem(await platform.api.get(user(`details/${user_id}`)))).toMatchObject({ status: 404 });
    const again = await platform.api.post('/api/1/oauth2/provider/acme/without-mail');
    expect((again.body as Connection).user_id).not.toBe(user_id);
    await announceNow();
    await eventually(() => completed(user_id), 20_000);
  });

  it('is in the audit log with its author', async () => {
    const { user_id } = await register(platform);
    await close(user_id);
    await platform.api.post(`/api/1/admin/users/${user_id}:restore`);
    const log = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
    const about = log.filter((entry) => entry.user_id === user_id);
    expect(about.map(({ who, what }) => `${who} ${what}`)).toEqual([
      `cl_test POST /api/1/admin/users/${user_id}:restore`,
      'cl_test user closed',
    ]);
  });
});
