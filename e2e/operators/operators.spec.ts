import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { Operator } from '@ces/contracts/identity/operators/operators';
import { Browser } from '@ces/testing/gateway/browser';
import { openSignIn } from '@ces/testing/gateway/user-tokens';
import { randomUUID } from 'node:crypto';
import { eventually } from '@ces/testing/eventually';
import { noticeMs } from '../platform/oauth-world.js';
import { operatorPassword, OperatorWorld } from '../platform/operator-world.js';
import { Platform } from '../platform/platform.js';

const operators = '/api/1/admin/operators';

describe('operators', () => {
  let platform: Platform;
  let owner: OperatorWorld;

  beforeAll(async () => {
    platform = await Platform.shared();
    owner = await OperatorWorld.signedIn(platform, 'owner');
  });

  afterAll(() => platform.stop());

  it('read the wallet of a user without naming a client, because it belongs to none', async () => {
    const support = await OperatorWorld.signedIn(platform, 'support');
    const owner_id = randomUUID();
    const { body } = await platform.api.post(`/api/1/oauth2/provider/acme/${owner_id}`);
    const path = `/api/1/admin/users/${(body as { user_id: string }).user_id}/wallet`;
    expect(await support.call('GET', path)).toMatchObject({ status: 200, body: { away: [] } });
  });

  it('need no client for what belongs to none, or to one whose things an owner may change anyway', async () => {
    const support = await OperatorWorld.signedIn(platform, 'support');
    const marketer = await OperatorWorld.signedIn(platform, 'marketer');
    const { body } = await platform.api.post(`/api/1/oauth2/provider/acme/${randomUUID()}`);
    const close = `/api/1/user/${(body as { user_id: string }).user_id}/delete`;
    expect(await support.call('POST', close)).toMatchObject({ status: 200, body: { deleted: true } });
    const segment = `/api/1/external-segmentation/external-segment/${randomUUID()}`;
    expect((await owner.call('DELETE', segment)).status).toBe(404);
    const event = `/api/1/terminal/events/${randomUUID()}`;
    expect((await owner.call('DELETE', event)).body).toMatchObject({ code: 'event-not-defined' });
    expect((await marketer.call('DELETE', segment)).body).toMatchObject({ code: 'client-missing' });
  });

  it('are named in the audit log also for calls that are refused outside of the administration', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    const { id: who } = world.operator;
    expect((await world.call('GET', '/api/1/terminal/webhooks')).status).toBe(403);
    await eventually(async () => {
      const entries = (await platform.api.get(`/api/1/admin/audit?actor=${who}`)).body as AuditEntry[];
      expect(entries).toEqual([expect.objectContaining({ who, what: 'GET /api/1/terminal/webhooks', status: 403 })]);
    });
  });

  it('get no tokens for a code of the console, because they would belong to no session', async () => {
    const { operator, browser } = await OperatorWorld.invited(platform, 'auditor');
    const asked = { client_id: 'ces-console', scope: 'openid', redirect_uri: `${platform.url}/console/signed-in` };
    const { page, verifier } = await openSignIn(platform, asked, browser);
    const filled = { username: operator.email, password: operatorPassword, action: 'sign-in' };
    const code = new URL((await browser.submit(page, filled)).url).searchParams.get('code') ?? '';
    const form = { ...asked, grant_type: 'authorization_code', code, code_verifier: verifier };
    const answer = await fetch(`${platform.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    expect([code !== '', answer.status, await answer.json()]).toEqual([
      ...[true, 400],
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
  });

  it('have one session in a browser: a new sign-in ends the earlier one', async () => {
    const world = await OperatorWorld.signedIn(platform, 'auditor');
    const headers = { cookie: `ces_console=${world.cookie}` };
    await world.signIn();
    expect((await fetch(`${platform.url}/console/session`, { headers })).status).toBe(401);
    expect((await world.call('GET', '/console/session')).status).toBe(200);
  });

  it('are invited: nobody registers through the console', async () => {
    const browser = new Browser(platform.url);
    const begun = await fetch(`${platform.url}/console/sign-in?return_to=/console/`, { redirect: 'manual' });
    const asked = new URL(begun.headers.get('location') ?? '');
    asked.searchParams.set('prompt', 'create');
    const end = await browser.open(asked);
    expect([end.html.includes('<form'), end.html.includes('name="password"')]).toEqual([false, false]);
  });

  it('sign in by code and PKCE, end where they wanted to go, and have a session in a cookie that scripts cannot read', async () => {
    const world = await OperatorWorld.invited(platform, 'marketer');
    expect((await world.call('GET', '/console/session')).status).toBe(401);
    const begun = await fetch(`${platform.url}/console/sign-in?return_to=/console/`, { redirect: 'manual' });
    const asked = new URL(begun.headers.get('location') ?? '');
    expect([asked.pathname, asked.searchParams.get('code_challenge_method')]).toEqual(['/oauth2/authorize', 'S256']);
    const end = await world.signIn();
    expect(end.url).toBe(`${platform.url}/console/customers?q=anna`);
    const { operator } = world;
    expect(await world.call('GET', '/console/session')).toEqual({
      status: 200,
      body: {
        operator: {
          id: operator.id,
          name: operator.name,
          email: operator.email,
          role: 'marketer',
          scopes: operator.scopes,
        },
        factors: { totp: false, passkeys: 0, required: false },
      },
    });
  });

  it('get the same answer for a wrong password and for an address without an operator, and wait after five', async () => {
    const world = await OperatorWorld.invited(platform, 'support');
    const pages = [];
    for (let attempt = 0; attempt < 5; attempt += 1) pages.push(await world.signIn('not this one'));
    const [wrong] = pages;
    const stranger = new Browser(platform.url);
    const form = await stranger.open('/console/sign-in');
    const unknown = await stranger.submit(form, { username: 'nobody@shop.example', password: 'x', action: 'sign-in' });
    expect([wrong?.status, unknown.status]).toEqual([400, 400]);
    expect(unknown.html.replaceAll('nobody@shop.example', world.operator.email)).toBe(wrong?.html);
    expect((await world.signIn(operatorPassword)).status).toBe(429);
  });

  it('are led to no other site, and to no page outside of the console', async () => {
    const world = await OperatorWorld.invited(platform, 'support');
    for (const elsewhere of ['https://evil.example/console/', '//evil.example/console/', '/api/1/', '/console/../docs'])
      expect((await world.signIn(operatorPassword, elsewhere)).url).toBe(`${platform.url}/console/`);
  });

  it('call the routes of their role, and get 403 from others', async () => {
    const support = await OperatorWorld.signedIn(platform, 'support');
    expect((await support.call('GET', '/api/1/user/connections/AAAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
    expect((await support.call('GET', operators)).status).toBe(403);
    const me = await support.call('GET', `${operators}/me`);
    expect(me).toMatchObject({ status: 200, body: { id: support.operator.id, role: 'support', state: 'active' } });
    expect((await owner.call('GET', operators)).status).toBe(200);
    expect((await platform.api.get(`${operators}/me`)).status).toBe(403);
  });

  it('are nobody without the header of the console, or from a page of another site', async () => {
    expect((await owner.call('GET', operators, { marked: false })).status).toBe(401);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }])
      expect((await owner.call('GET', operators, { headers })).status).toBe(401);
    const own = { origin: platform.url, 'sec-fetch-site': 'same-origin' };
    expect((await owner.call('GET', operators, { headers: own })).status).toBe(200);
  });

  it('name the client where rows belong to one', async () => {
    const developer = await OperatorWorld.signedIn(platform, 'developer');
    const webhooks = '/api/1/terminal/webhooks';
    const body = { url: 'https://receiver.example/', events: ['transaction-created'] };
    expect(await developer.call('POST', webhooks, { body })).toMatchObject({
      status: 400,
      body: { code: 'client-missing', errors: [{ pointer: 'On-Behalf-Of' }] },
    });
    const headers = { 'on-behalf-of': platform.credentials.id };
    expect((await developer.call('POST', webhooks, { body, headers })).status).toBe(201);
    expect((await platform.api.get(webhooks)).body).toEqual([expect.objectContaining({ url: body.url })]);
    const unknown = await developer.call('GET', webhooks, { headers: { 'on-behalf-of': 'cl_nobody' } });
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'client-missing', errors: [{ pointer: 'On-Behalf-Of' }] },
    });
    const entries = (await platform.api.get(`/api/1/admin/audit?actor=${developer.operator.id}`)).body as AuditEntry[];
    expect(entries).toContainEqual(
      expect.objectContaining({
        who: developer.operator.id,
        who_name: `Olga developer <${developer.operator.email}>`,
        client_id: platform.credentials.id,
        what: `POST ${webhooks}`,
      }),
    );
  });

  it('make no webhooks or listeners for a public client, which has no secret to sign with', async () => {
    const developer = await OperatorWorld.signedIn(platform, 'developer');
    const app = { name: 'App', public: true, scopes: ['profile'], redirect_uris: ['https://app.example/'] };
    const { id } = (await platform.api.post('/api/1/admin/clients', app)).body as { id: string };
    const headers = { 'on-behalf-of': id };
    const events = ['transaction-created'];
    const body = { url: 'https://receiver.example/', events };
    for (const [method, path, given] of [
      ['POST', 'webhooks', body],
      ['PUT', 'webhooks/by-name/mine', body],
      ['POST', 'listeners', { events }],
    ] as const) {
      expect(await developer.call(method, `/api/1/terminal/${path}`, { body: given, headers })).toMatchObject({
        status: 400,
        body: { code: 'parameter-invalid', errors: [{ pointer: 'On-Behalf-Of', code: 'client-public' }] },
      });
    }
    expect(await developer.call('GET', '/api/1/terminal/webhooks', { headers })).toMatchObject({ status: 200 });
    expect((await developer.call('GET', '/api/1/terminal/webhooks/by-name/mine', { headers })).status).toBe(404);
  });

  it('learn the names of the clients that they may act for, whatever their role, and nothing else of them', async () => {
    const support = await OperatorWorld.signedIn(platform, 'support');
    const { status, body } = await support.call('GET', '/console/clients');
    expect(status).toBe(200);
    expect(body).toContainEqual({ id: platform.credentials.id, name: expect.any(String), public: false });
    expect((await support.call('GET', '/api/1/admin/clients')).status).toBe(403);
    expect((await fetch(`${platform.url}/console/clients`)).status).toBe(401);
  });

  it('have other rights soon after their role changes, and none after they are blocked', async () => {
    const world = await OperatorWorld.signedIn(platform, 'auditor');
    expect((await world.call('GET', '/api/1/admin/audit')).status).toBe(200);
    await owner.call('PATCH', `${operators}/${world.operator.id}`, { body: { role: 'support' } });
    await eventually(async () => {
      expect((await world.call('GET', '/api/1/admin/audit')).status).toBe(403);
    }, noticeMs);
    await owner.call('PATCH', `${operators}/${world.operator.id}`, { body: { state: 'blocked' } });
    await eventually(async () => {
      expect((await world.call('GET', `${operators}/me`)).status).toBe(401);
    }, noticeMs);
    expect((await world.call('GET', '/console/session')).status).toBe(401);
    expect((await world.signIn()).status).toBe(400);
  });

  it('sign out, after which the cookie opens nothing', async () => {
    const world = await OperatorWorld.signedIn(platform, 'auditor');
    expect((await world.call('GET', `${operators}/me`)).status).toBe(200);
    expect((await world.call('POST', '/console/sign-out', { marked: false })).status).toBe(401);
    expect((await world.call('POST', '/console/sign-out')).status).toBe(204);
    await eventually(async () => {
      expect((await world.call('GET', `${operators}/me`)).status).toBe(401);
    }, noticeMs);
    expect((await world.call('GET', '/console/session')).status).toBe(401);
  });

  it('are administered with the scope admin', async () => {
    const world = await OperatorWorld.invited(platform, 'auditor');
    const { id, email } = world.operator;
    const again = { name: 'Again', email: email.toUpperCase(), role: 'auditor' };
    expect((await platform.api.post(operators, again)).status).toBe(409);
    expect((await platform.api.get(`${operators}/${id}`)).body).toMatchObject({
      id,
      role: 'auditor',
      signed_in_at: null,
    });
    const invited = await platform.api.post(`${operators}/${id}:invite`);
    expect(invited.body).toMatchObject({ invitation_url: expect.stringContaining('/console/invitation#token=') });
    const listed = (await platform.api.get(operators)).body as Operator[];
    expect(listed.map((each) => each.id)).toContain(id);
    expect((await platform.api.send('DELETE', `${operators}/${id}`)).status).toBe(200);
    expect((await platform.api.get(`${operators}/${id}`)).status).toBe(404);
  });
});
