import type { AdminUser } from '@ces/contracts/identity/admin-users';
import type { AuditEntry } from '@ces/contracts/identity/audit';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { password, register } from '@ces/testing/gateway/registrations';

describe('administration of users', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const users = '/api/1/admin/users';

  it('finds users by name or by connection', async () => {
    const { user_id, username } = await register(platform);
    const connection = { provider_name: 'acme', owner_id: `of ${user_id}` };
    await platform.api.post(`/api/1/user/connections/${user_id}`, connection);
    const queries = [{ username: username.toUpperCase() }, connection];
    for (const query of queries) {
      const answer = await platform.api.get(`${users}?${new URLSearchParams(query).toString()}`);
      expect(answer.body).toMatchObject([
        { id: user_id, username, active: true, closed_at: null, connections: [{ ...connection, user_id }] },
      ]);
    }
    expect((await platform.api.get(`${users}?username=nobody`)).body).toEqual([]);
    expect((await platform.api.get(`${users}/${'A'.repeat(25)}`)).status).toBe(404);
  });

  it.each([
    ['', 'q'],
    ['?limit=5', 'q'],
    ['?provider_name=acme', 'owner_id'],
    ['?owner_id=1', 'provider_name'],
    ['?username=nobody&provider_name=acme', 'owner_id'],
  ])('names the parameter that a search lacks: %s', async (query, pointer) => {
    expect(await platform.api.get(`${users}${query}`)).toMatchObject({
      status: 400,
      body: { code: 'parameter-invalid', errors: [{ pointer, code: 'required' }] },
    });
  });

  it('deactivates and reactivates a user', async () => {
    const { user_id, username } = await register(platform);
    const asUser = await platform.asUser(user_id, 'profile');
    const locked = await platform.api.post(`${users}/${user_id}:deactivate`);
    expect(locked).toMatchObject({ status: 200, body: { active: false, deactivated_at: expect.any(String) } });
    expect((await platform.api.get(`/api/1/user/details/${user_id}`)).body).toMatchObject({ active: false });
    await eventually(async () => {
      expect((await asUser.get('/api/1/user/person/me')).status).toBe(401);
    }, 5_000);
    expect((await platform.api.post(`${users}/${user_id}:reactivate`)).body as AdminUser).toMatchObject({
      active: true,
      deactivated_at: null,
    });
    const answer = await platform.api.post('/api/1/user/credentials/continue', { username, password });
    expect(answer.body).toEqual({ completed: true, continue: false });
  });

  it('exports everything that the services hold about a user, however much it is', async () => {
    const { user_id, username } = await register(platform);
    await platform.api.put('/api/1/terminal/events/visit', {
      $id: `${platform.url}/api/1/terminal/events/visit`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'visit',
      type: 'object',
      properties: {},
    });
    const note = 'x'.repeat(60_000);
    for (let n = 0; n < 25; n += 1) await platform.api.post(`/api/1/terminal/${user_id}/events/visit`, { n, note });
    const answer = await platform.api.get(`${users}/${user_id}/export`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user_id,
        identity: {
          user: { username, made_by: null, first_sign_in_at: null, registered_by: platform.credentials.id },
          person: { firstName: 'Anneliese' },
        },
      },
    });
    const { events } = answer.body as { events: { events: { data: { n: number } }[] } };
    expect(events.events.map(({ data }) => data.n)).toEqual(Array.from({ length: 25 }, (_, i) => 24 - i));
    expect((await platform.api.get(`${users}/${'A'.repeat(25)}/export`)).status).toBe(404);
  });

  const audited = async (what: string, status: number) => {
    const entries = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
    expect(entries.map((entry) => `${entry.who} ${entry.what} ${entry.status}`)).toContain(
      `${platform.credentials.id} ${what} ${status}`,
    );
  };

  it('records each step of the rotation of a secret', async () => {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Rotated', scopes: [] });
    const secrets = `/api/1/admin/clients/${(made.body as { id: string }).id}/secrets`;
    await platform.api.post(secrets);
    await platform.api.post(`${secrets}:promote`);
    await platform.api.send('DELETE', `${secrets}/previous`);
    await platform.api.send('DELETE', `${secrets}/previous`);
    for (const [what, status] of [
      [`POST ${secrets}`, 201],
      [`POST ${secrets}:promote`, 200],
      [`DELETE ${secrets}/previous`, 200],
      [`DELETE ${secrets}/previous`, 409],
    ] as const)
      await eventually(() => audited(what, status));
  });

  it('does not record parts of a path that may name a person', async () => {
    for (const owner of ['248289761001', 'anna%40example.com']) {
      await platform.api.send('DELETE', `${users}/${'A'.repeat(25)}/connections/acme/${owner}`);
    }
    await platform.api.get(`${users}/anna@example.com`);
    await eventually(() => audited(`DELETE ${users}/${'A'.repeat(25)}/connections/acme/…`, 404));
    await eventually(() => audited(`GET ${users}/…`, 404));
    const text = JSON.stringify((await platform.api.get('/api/1/admin/audit')).body);
    for (const trace of ['248289761001', 'anna']) expect(text).not.toContain(trace);
  });

  it('records the client, action, time and status of every call', async () => {
    await platform.api.get(`${users}?username=secret@example.com`);
    await platform.api.send('DELETE', '/api/1/admin/providers/nobody', { headers: { 'X-Request-Id': 'audited' } });
    const narrow = await platform.api.as(platform.credentials, 'users:read');
    expect((await narrow.get('/api/1/admin/audit')).status).toBe(403);
    const first = await eventually(async () => {
      const answer = await platform.api.get('/api/1/admin/audit?limit=2');
      expect((answer.body as AuditEntry[])[1]).toMatchObject({ status: expect.any(Number) });
      return answer;
    });
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toContain('cursor=');
    expect((await platform.api.get(next.slice(platform.url.length))).status).toBe(200);
    const all = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
    expect(all).toContainEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      who: platform.credentials.id,
      what: 'DELETE /api/1/admin/providers/nobody',
      user_id: null,
      status: 404,
      request_id: 'audited',
      count: 1,
    });
    expect(JSON.stringify(all)).not.toContain('secret@example.com');
    expect((await platform.api.get('/api/1/admin/audit?cursor=x')).status).toBe(400);
  });
});
