import { randomUUID } from 'node:crypto';
import type { CreatedClient } from '@ces/contracts/identity/clients';
import { clientScopes, type Scope } from '@ces/contracts/identity/tokens/scopes';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { readFileSync } from 'node:fs';
import { OauthWorld } from '../platform/oauth-world.js';
import type { Platform } from '../platform/platform.js';

const clients = '/api/1/admin/clients';

interface Operation {
  method: string;
  path: string;
  scopes: string[];
}

/** The published operations. One of the scopes is enough. */
function operationsForClients(): Operation[] {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) => {
      const scopes = security.flatMap(({ client_access_token = [] }) => client_access_token);
      return scopes.length === 0 ? [] : [{ method: method.toUpperCase(), path, scopes }];
    }),
  );
}

describe('the scopes of clients', () => {
  let world: OauthWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    ({ platform } = world);
  });

  afterAll(() => world.stop());

  const withScopes = async (...scopes: Scope[]): Promise<ApiClient> =>
    platform.api.as(await world.newClient({ scopes }));
  const create = async (by: ApiClient, scopes: Scope[]) => by.post(clients, { name: 'Made', scopes });

  it('open the administration of one thing each, and admin:read opens every read of it', () => {
    const administration = operationsForClients().filter(({ path }) => path.startsWith('/api/1/admin/'));
    const changing = new Map<string, Set<string>>();
    for (const { method, path, scopes } of administration) {
      if (method === 'GET') expect([path, scopes]).toEqual([path, expect.arrayContaining(['admin:read'])]);
      else expect([method, path, scopes]).toEqual([method, path, [expect.any(String)]]);
      const noun = path.split('/')[4]?.split(':')[0] ?? '';
      const known = changing.get(noun) ?? new Set();
      for (const scope of scopes) if (scope !== 'admin:read') known.add(scope);
      changing.set(noun, known);
    }
    expect(Object.fromEntries([...changing].map(([noun, scopes]) => [noun, [...scopes].sort()]))).toMatchObject({
      audit: ['audit:read'],
      campaigns: ['campaigns:manage'],
      'card-definitions': ['cards:manage'],
      cards: ['cards:issue'],
      clients: ['clients:manage'],
      'coupon-slips': ['rewards:manage'],
      coupons: ['rewards:manage'],
      'dead-letters': ['dead-letters:manage'],
      keys: ['admin'],
      optins: ['optins:manage'],
      providers: ['admin'],
      stacks: ['rewards:manage'],
      surveys: ['rewards:manage'],
      users: ['cards:issue', 'ledger:correct', 'users:read', 'users:write'],
    });
  });

  it('are named by a refusal', async () => {
    const api = await withScopes('segments');
    const refused: [string, string, string][] = [
      ['GET', '/api/1/admin/audit', 'This call needs the scope audit:read or admin:read;'],
      ['POST', clients, 'This call needs the scope clients:manage;'],
      ['GET', '/api/1/terminal/events', 'This call needs the scope events:read or events:define or events:write;'],
      ['GET', '/api/1/coupon/slips', 'This call needs a user token with the scope rewards;'],
    ];
    for (const [method, path, detail] of refused) {
      const body = { code: 'scope-insufficient', detail: expect.stringContaining(detail) as string };
      expect(await api.send(method, path)).toMatchObject({ status: 403, body });
    }
  });

  it('let admin:read read and change nothing', async () => {
    const api = await withScopes('admin:read');
    for (const noun of ['clients', 'providers', 'audit', 'users?username=x'])
      expect([noun, (await api.get(`/api/1/admin/${noun}`)).status]).toEqual([noun, 200]);
    expect((await create(api, [])).status).toBe(403);
    expect((await api.send('DELETE', '/api/1/admin/providers/acme')).status).toBe(403);
    expect((await api.get('/api/1/terminal/events')).status).toBe(403);
    // These routes are beyond the specification, like those of the administration.
    for (const noun of ['events/unknown', `webhooks/${randomUUID()}`])
      expect([noun, (await api.get(`/api/1/terminal/${noun}/stats`)).status]).toEqual([noun, 404]);
    expect((await api.get('/api/1/terminal/events:stats')).status).toBe(200);
  });

  it('open the reading of definitions one by one, and of received events by events:read alone', async () => {
    const received = `/api/1/terminal/${world.anna.user_id}/events`;
    for (const scope of ['events:read', 'events:define', 'events:write'] as const) {
      const api = await withScopes(scope);
      expect([scope, (await api.get('/api/1/terminal/events')).status]).toEqual([scope, 200]);
      expect([scope, (await api.get(received)).status]).toEqual([scope, scope === 'events:read' ? 200 : 403]);
    }
  });

  describe('with clients:manage', () => {
    let manager: ApiClient;
    let managerId: string;

    beforeAll(async () => {
      const made = await world.newClient({
        scopes: ['clients:manage', 'webhooks', 'events:write', 'profile', 'cards'],
      });
      managerId = made.id;
      manager = await platform.api.as(made);
    });

    it('are granted by a client that holds them, those of users as well', async () => {
      const made = await create(manager, ['webhooks', 'profile']);
      expect(made).toMatchObject({ status: 201, body: { scopes: ['webhooks', 'profile'] } });
      const { id } = made.body as CreatedClient;
      const body = { scopes: ['events:write', 'cards'] };
      expect((await manager.send('PATCH', `${clients}/${id}`, { body })).status).toBe(200);
      expect((await manager.send('DELETE', `${clients}/${id}`)).status).toBe(200);
    });

    it('are not granted by a client that lacks them', async () => {
      for (const [scopes, lacked] of [
        [['webhooks', 'segments'], 'segments'],
        [['account', 'users:read'], 'account, users:read'],
        [['admin'], 'admin'],
      ] as [Scope[], string][]) {
        const detail = `You can grant only scopes that you hold. You lack ${lacked}.`;
        expect(await create(manager, scopes)).toMatchObject({ status: 403, body: { detail } });
        const own = await manager.send('PATCH', `${clients}/${managerId}`, { body: { scopes } });
        expect(own).toMatchObject({ status: 403, body: { detail } });
      }
      expect((await platform.api.get(`${clients}/${managerId}`)).body).toMatchObject({
        scopes: ['clients:manage', 'webhooks', 'events:write', 'profile', 'cards'],
      });
    });

    it('are not granted by a token that lacks them, although its client holds them', async () => {
      const made = await world.newClient({ scopes: ['clients:manage', 'webhooks'] });
      const narrow = await platform.api.as(made, 'clients:manage');
      expect((await create(narrow, ['webhooks'])).status).toBe(403);
      expect((await create(narrow, ['clients:manage'])).status).toBe(201);
    });

    it('change no client that holds more, whatever the change is', async () => {
      const more = await world.newClient({ scopes: ['webhooks', 'segments'] });
      const at = `${clients}/${more.id}`;
      const detail = 'You can change only clients that hold no more than you. This client also holds segments.';
      const changes: [string, string, object?][] = [
        ['PATCH', at, { name: 'Mine' }],
        ['PATCH', at, { scopes: ['webhooks'] }],
        ['PATCH', at, { redirect_uris: ['https://mine.example/callback'] }],
        ['POST', `${at}/secrets`],
        ['POST', `${at}/secrets:promote`],
        ['DELETE', `${at}/secrets/previous`],
        ['DELETE', at],
      ];
      for (const [method, path, body] of changes) {
        const answer = await manager.send(method, path, body === undefined ? {} : { body });
        expect([method, path, answer.status, (answer.body as { detail: string }).detail]).toEqual([
          ...[method, path, 403, detail],
        ]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="ces", error="insufficient_scope"');
      }
      expect((await manager.get(at)).body).toMatchObject({
        name: 'Other',
        scopes: ['webhooks', 'segments'],
        secrets: 1,
      });
    });

    it('rotate the secret of a client that holds no more', async () => {
      const { id } = await world.newClient({ scopes: ['webhooks'] });
      expect((await manager.post(`${clients}/${id}/secrets`)).status).toBe(201);
      expect((await manager.post(`${clients}/${id}/secrets:promote`)).status).toBe(200);
      expect((await manager.send('DELETE', `${clients}/${id}/secrets/previous`)).status).toBe(200);
    });
  });

  it('are all known to the published document', () => {
    const used = new Set(operationsForClients().flatMap(({ scopes }) => scopes));
    expect(clientScopes.filter((scope) => !used.has(scope))).toEqual([]);
  });
});
