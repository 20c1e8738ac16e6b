import type { FoundUser } from '@ces/contracts/identity/admin-users';
import type { AuditEntry } from '@ces/contracts/identity/audit';
import { eventually } from '@ces/testing/eventually';
import { password, register } from '@ces/testing/gateway/registrations';
import { randomUUID } from 'node:crypto';
import { Platform } from '../platform/platform.js';

describe('GET /api/1/admin/users?q=', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const users = '/api/1/admin/users';
  const search = (q: string, more = '') => platform.api.get(`${users}?q=${encodeURIComponent(q)}${more}`);
  const idsIn = (body: unknown) => (body as FoundUser[]).map(({ user_id }) => user_id);

  it('finds by mail address, owner id, card number or user id, and needs users:read', async () => {
    const { user_id, username } = await register(platform);
    const mark = randomUUID().slice(0, 13);
    await platform.api.post(`/api/1/user/connections/${user_id}`, { provider_name: 'acme', owner_id: `o-${mark}` });
    await platform.api.post('/api/1/admin/cards', { definition: 'default', identifiers: [`c-${mark}`] });
    const asUser = await platform.asUser(user_id, 'cards');
    expect((await asUser.post('/api/1/card/add', { identifier: `c-${mark}` })).status).toBe(200);
    const found = { user_id, username, name: expect.stringContaining('Anneliese'), active: true };
    for (const q of [
      username.slice(0, -4).toUpperCase(),
      `o-${mark.slice(0, 10)}`,
      `c-${mark.slice(0, 10)}`,
      user_id,
    ]) {
      const answer = await search(q);
      expect([q, answer.status, answer.body]).toEqual([q, 200, [{ ...found, created: expect.any(String) }]]);
    }
    const none = await platform.api.as(platform.credentials, 'users:write');
    expect((await none.get(`${users}?q=anna`)).status).toBe(403);
  });

  it('leads through pages from names to card numbers, each user once', async () => {
    const mark = `p${randomUUID().slice(0, 8)}`;
    const numbers = [`${mark}-1`, `${mark}-2`];
    await platform.api.post('/api/1/admin/cards', { definition: 'default', identifiers: numbers });
    const ids: string[] = [];
    for (const n of [0, 1, 2]) {
      const answer = await platform.api.post(`/api/1/oauth2/provider/acme/${mark}${n}`);
      ids.push((answer.body as FoundUser).user_id);
    }
    for (const [n, identifier] of numbers.entries()) {
      const user = await platform.api.post(`/api/1/oauth2/provider/acme/other-${mark}-${n}`);
      ids.push((user.body as FoundUser).user_id);
      await (await platform.asUser(ids.at(-1) ?? '', 'cards')).post('/api/1/card/add', { identifier });
    }
    const seen: string[] = [];
    let next: string | undefined = `${users}?q=${mark}&limit=2`;
    for (; next !== undefined;) {
      const answer = await platform.api.get(next);
      seen.push(...idsIn(answer.body));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.slice(platform.url.length);
    }
    expect(seen).toEqual(ids);
  });

  it('refuses a text of fewer than two characters, and one beside another question', async () => {
    for (const [q, more] of [['a'], [''], [' a '], ['a'.repeat(256)], ['anna', '&username=x@example.com']] as const) {
      const answer = await search(q, more);
      expect([q, answer.status]).toEqual([q, 400]);
      expect(answer.body).toMatchObject({
        code: 'parameter-invalid',
        errors: expect.arrayContaining([expect.objectContaining({ pointer: 'q' })]),
      });
    }
  });

  it('is in the audit log, without the text', async () => {
    await search(`someone-${password.slice(0, 3)}@example.com`);
    await eventually(async () => {
      const log = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
      expect(log).toContainEqual(
        expect.objectContaining({ who: platform.credentials.id, what: `GET ${users}`, status: 200 }),
      );
      expect(JSON.stringify(log)).not.toContain('someone-');
    });
  });
});
