import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { PortalLink } from '@ces/contracts/webhooks/portal-sessions';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { readFileSync } from 'node:fs';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { noticeMs } from '../platform/oauth-world.js';
import { Platform } from '../platform/platform.js';

const base = '/api/1/terminal/webhooks';
const clients = '/api/1/admin/clients';
const sessions = '/api/1/terminal/portal-sessions';

interface Operation {
  security?: Record<string, string[]>[];
}

const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(published.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => {
      return {
        call: `${method.toUpperCase()} ${path}`,
        inPortal: security.some((each) => 'portal_access_token' in each),
      };
    }),
  );

describe('links to the portal', () => {
  let platform: Platform;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await Platform.shared();
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const register = async (api: ApiClient, path: string): Promise<string> => {
    const headers = { 'X-Shop-Key': 'open sesame' };
    const wanted = { events: ['transaction-created'], url: `${receiver.url}${path}`, headers };
    return ((await api.post(base, wanted)).body as { id: string }).id;
  };
  const linkTo = async (webhook_ids: string[], api = platform.api): Promise<ApiClient> => {
    const answer = await api.post(sessions, { webhook_ids });
    expect(answer.status).toBe(201);
    const { url } = answer.body as PortalLink;
    const [page = '', token = ''] = url.split('#token=');
    expect(page).toBe(`${platform.url}/console/portal`);
    expect(answer.headers.get('location')).toBe(page);
    return platform.api.withToken(token);
  };
  const newClient = async (): Promise<ClientWithSecret> => {
    const wanted = { name: 'Portal', scopes: ['webhooks', 'segments'] };
    return (await platform.api.post(clients, wanted)).body as ClientWithSecret;
  };
  const ended = (portal: ApiClient) =>
    eventually(async () => {
      expect(await portal.get(base)).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
    }, noticeMs);

  it('open the webhooks that they name, with the values of their headers hidden', async () => {
    const [one, two, other] = [
      await register(platform.api, '/one'),
      await register(platform.api, '/two'),
      await register(platform.api, '/other'),
    ];
    const portal = await linkTo([one, two]);
    const listed = await portal.get(base);
    expect(listed).toMatchObject({ status: 200, body: [{ id: two }, { id: one, headers: { 'X-Shop-Key': '…' } }] });
    expect(listed.body).toHaveLength(2);
    for (const answer of [await portal.get(`${base}/${one}`), await portal.post(`${base}/${one}:enable`)])
      expect(answer).toMatchObject({ status: 200, body: { id: one, headers: { 'X-Shop-Key': '…' } } });
    expect(await platform.api.get(`${base}/${one}`)).toMatchObject({
      body: { headers: { 'X-Shop-Key': 'open sesame' } },
    });
    const tested = await portal.post(`${base}/${one}:test`, { event: 'transaction-created' });
    expect(tested).toMatchObject({ status: 200, body: { outcome: 'delivered' } });
    const payload = { id: 'one', stack_id: 'points', block_id: 'base', user_id: 'u'.repeat(25), value: 7 };
    await tellFacts(platform.messaging.nats, transactionCreated, [payload]);
    await eventually(async () => {
      const attempts = await portal.get(`${base}/${one}/attempts`);
      expect(attempts).toMatchObject({ status: 200, body: [{ outcome: 'delivered' }] });
      expect(attempts.text).not.toContain('open sesame');
    });
    for (const path of [other, `${other}/secret`, `${other}/attempts`, `${other}/set-aside`, `${other}/stats`])
      expect([path, (await portal.get(`${base}/${path}`)).body]).toMatchObject([path, { code: 'webhook-not-found' }]);
    await platform.api.send('DELETE', `${base}/${two}`);
    expect(await portal.get(base)).toMatchObject({ status: 200, body: [{ id: one }] });
    expect((await portal.get(`${base}/${two}`)).status).toBe(404);
  });

  it('rotate the secret, which the audit log shows with the client', async () => {
    const id = await register(platform.api, '/rotated');
    const portal = await linkTo([id]);
    const rotated = await portal.post(`${base}/${id}/secret:rotate`);
    expect([rotated.status, (await portal.get(`${base}/${id}/secret`)).body]).toEqual([200, rotated.body]);
    const audit = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
    expect(audit.find(({ what }) => what === `POST ${base}/${id}/secret:rotate`)).toMatchObject({
      who: expect.stringMatching(/^portal:/) as string,
      client_id: platform.credentials.id,
    });
  });

  it('open nothing else', async () => {
    const id = await register(platform.api, '/nothing-else');
    const portal = await linkTo([id]);
    const open = operations.filter(({ inPortal }) => inPortal).map(({ call }) => call.replace(base, ''));
    expect(open.sort()).toEqual([
      ...['GET ', 'GET /{webhook_id}', 'GET /{webhook_id}/attempts', 'GET /{webhook_id}/secret'],
      ...['GET /{webhook_id}/set-aside', 'GET /{webhook_id}/stats'],
      ...['POST /{webhook_id}/batches/{batch}:resend', 'POST /{webhook_id}/secret:rotate'],
      ...['POST /{webhook_id}/set-aside:resend', 'POST /{webhook_id}:enable'],
      ...['POST /{webhook_id}:ping', 'POST /{webhook_id}:test'],
    ]);
    const answered = [];
    for (const { call } of operations.filter(({ inPortal }) => !inPortal)) {
      const [method = '', path = ''] = call.split(' ');
      const filled = path.replace('{webhook_id}', id).replaceAll(/\{\w+\}/g, 'x');
      const { status } = await portal.send(method, filled, method === 'GET' ? {} : { body: {} });
      if (status !== 401 && status !== 403) answered.push([call, status]);
    }
    expect(answered).toEqual([]);
  });

  it('end when their client loses a scope, has its tokens revoked, or is deleted', async () => {
    const losing = await newClient();
    const [revoked, deleted] = [await newClient(), await newClient()];
    const portals = [];
    for (const client of [losing, revoked, deleted]) {
      const api = await platform.api.as(client);
      portals.push(await linkTo([await register(api, '/ends')], api));
    }
    for (const portal of portals) expect((await portal.get(base)).status).toBe(200);
    await platform.api.send('PATCH', `${clients}/${losing.id}`, { body: { scopes: ['segments'] } });
    await platform.api.post(`${clients}/${revoked.id}/secrets`);
    await platform.api.post(`${clients}/${revoked.id}/secrets:promote`);
    await platform.api.send('DELETE', `${clients}/${revoked.id}/secrets/previous?revoke_tokens=true`);
    await platform.api.send('DELETE', `${clients}/${deleted.id}`);
    for (const portal of portals) await ended(portal);
  });

  it('are refused for other webhooks, for times out of bounds, and when they are made up', async () => {
    const foreign = await register(await platform.api.as(await newClient()), '/foreign');
    const own = await register(platform.api, '/refused');
    for (const [body, pointer] of [
      [{ webhook_ids: [own, foreign] }, '#/webhook_ids/1'],
      [{ webhook_ids: [] }, '#/webhook_ids'],
      [{ webhook_ids: [own], ttl: 59 }, '#/ttl'],
      [{ webhook_ids: [own], ttl: 604_801 }, '#/ttl'],
    ] as const)
      expect(await platform.api.post(sessions, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    const madeUp = await platform.api.withToken(`ps_${'a'.repeat(43)}`).get(base);
    expect(madeUp).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
    const longest = await platform.api.post(sessions, { webhook_ids: [own], ttl: 604_800 });
    const { expires_at } = longest.body as PortalLink;
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(604_700_000);
  });
});
