import type { CreatedClient } from '@ces/contracts/identity/clients';
import type { Operator } from '@ces/contracts/identity/operators/operators';
import { eventually } from '@ces/testing/eventually';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { password } from '@ces/testing/gateway/registrations';
import { decodeJwt } from 'jose';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { noticeMs, OauthWorld } from '../platform/oauth-world.js';
import { operatorPassword, OperatorWorld } from '../platform/operator-world.js';
import { addressIn, CesUser, folderWith, removeFolders } from './run-ces.js';

describe('ces login', () => {
  let world: OauthWorld;
  let developer: OperatorWorld;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    developer = await OperatorWorld.invited(world.platform, 'developer');
  });

  afterAll(async () => {
    removeFolders();
    await world.stop();
  });

  const begin = (...more: string[]) => {
    const user = new CesUser();
    const login = user.begin(['login', '--url', world.platform.url, ...more]);
    const address = addressIn(login.seen);
    return { user, login, address };
  };
  const confirm = async (browser: Browser, address: string): Promise<Page> => {
    const asked = await browser.submit(await browser.open(address), {});
    return browser.submit(asked, { confirm: 'yes' });
  };
  const signedInAt = async () => {
    const { body } = await world.platform.api.get(`/api/1/admin/operators/${developer.operator.id}`);
    return (body as Operator).signed_in_at;
  };
  const operator = () => ({ username: developer.operator.email, password: operatorPassword, action: 'sign-in' });
  const profileOf = (user: CesUser) => {
    const text = readFileSync(join(user.env['CES_CONFIG_DIR'] ?? '', 'profiles.json'), 'utf8');
    const { profiles } = JSON.parse(text) as { profiles: { default: { access_token: string; refresh_token: string } } };
    return profiles.default;
  };

  it('shows a code, which an operator confirms in any browser, and then acts for the client that was named', async () => {
    const { user, login, address } = begin('--on-behalf-of', world.platform.credentials.id);
    const browser = new Browser(world.platform.url);
    const signIn = await confirm(browser, await address);
    expect(signIn.html).toContain('ces, the command line');
    const done = await browser.submit(signIn, operator());
    expect(done.html).toContain('<h1>You are signed in</h1>');
    expect(await login.ended).toMatchObject({ code: 0, out: `Profile default: ces-cli at ${world.platform.url}\n` });
    const me = await world.platform.api.withToken(profileOf(user).access_token).get('/api/1/admin/operators/me');
    expect(me).toMatchObject({ status: 200, body: { id: developer.operator.id, role: 'developer' } });
    expect(await signedInAt()).toEqual(expect.any(String));
    expect((await user.run('webhooks', 'list')).code).toBe(0);
    expect(await user.run('webhooks', 'list', '--on-behalf-of', 'cl_nobody')).toMatchObject({
      code: 1,
      remarks: expect.stringContaining('client-missing'),
    });
    expect(await user.run('users', 'show', 'x')).toMatchObject({ code: 1, remarks: expect.stringContaining('role') });
    expect((await user.run('doctor')).out).toMatch(/✔ token: [^]*✔ scope webhooks: granted\n\? scope campaigns:manage/);
  });

  it('lets the browser of this machine come back, and renews tokens until the operator logs out', async () => {
    const { user, login, address } = begin('--browser');
    const browser = new Browser(world.platform.url);
    const back = await browser.submit(await browser.open(await address), operator());
    expect(back.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?/);
    await fetch(back.url).catch(() => undefined);
    expect((await login.ended).code).toBe(0);
    const { access_token, refresh_token } = profileOf(user);
    const signedIn = await signedInAt();
    const refresh = () => {
      const form = { grant_type: 'refresh_token', client_id: 'ces-cli', refresh_token };
      return fetch(`${world.platform.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    };
    const [grants] = await world.platform.services.identity.get(DataSource).query<{ fit: boolean }[]>(
      `SELECT bool_and(expires_at <= now() + interval '12 hours') AS fit FROM oauth_payload
       WHERE kind = 'Grant' AND user_id = $1`,
      [developer.operator.id],
    );
    expect(grants).toEqual({ fit: true });
    const refreshed = await refresh();
    const renewed = (await refreshed.json()) as { access_token: string; scope: string };
    expect([refreshed.status, renewed.scope]).toEqual([200, decodeJwt(renewed.access_token)['scope']]);
    expect(renewed.scope.split(' ')).toContain('webhooks');
    expect(await signedInAt()).toBe(signedIn);
    const profiles = readFileSync(join(user.env['CES_CONFIG_DIR'] ?? '', 'profiles.json'), 'utf8');
    const away = new CesUser({
      CES_CONFIG_DIR: folderWith({ 'profiles.json': profiles.replaceAll(/http[^"]+/g, 'http://127.0.0.1:9') }),
    });
    expect(await away.run('logout')).toMatchObject({ code: 1, remarks: expect.stringContaining('--force') });
    expect(await away.json('profiles')).toHaveLength(1);
    expect((await away.run('logout', '--force')).code).toBe(0);
    expect((await user.run('logout')).code).toBe(0);
    expect((await refresh()).status).toBe(400);
    await eventually(async () => {
      const { status } = await world.platform.api.withToken(access_token).get('/api/1/admin/operators/me');
      expect(status).toBe(401);
    }, noticeMs);
  });

  it('signs in a customer at a public client', async () => {
    const scopes = ['openid', 'profile', 'offline_access'];
    const wanted = { name: 'Tool', public: true, scopes, redirect_uris: ['http://127.0.0.1/'] };
    const tool = (await world.platform.api.post('/api/1/admin/clients', wanted)).body as CreatedClient;
    const { user, login, address } = begin('--public-client', tool.id, '--scope', 'openid profile offline_access');
    const browser = new Browser(world.platform.url);
    const signIn = await confirm(browser, await address);
    const consent = await browser.submit(signIn, { username: world.anna.username, password, action: 'sign-in' });
    await browser.submit(consent, { action: 'allow' });
    expect((await login.ended).code).toBe(0);
    const me = await world.platform.api.withToken(profileOf(user).access_token).get('/api/1/user/person/me');
    expect(me).toMatchObject({ status: 200, body: { user_id: world.anna.user_id } });
  });
});
