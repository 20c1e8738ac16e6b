import type { CreatedClient, NewClient } from '@ces/contracts/identity/clients';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { password, register } from '@ces/testing/gateway/registrations';
import { openSignIn } from '@ces/testing/gateway/user-tokens';
import * as openid from 'openid-client';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';
import type { Platform } from '../platform/platform.js';

const verify = '/oauth2/device/verify';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

describe('the device grant', () => {
  let world: OauthWorld;
  let platform: Platform;
  let cli: CreatedClient;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    ({ platform } = world);
    cli = await newCli();
  });

  afterAll(() => world.stop());

  const newCli = async (more: Partial<NewClient> = {}): Promise<CreatedClient> => {
    const scopes = ['openid', 'profile', 'offline_access'];
    const wanted = { name: 'Tool', public: true, scopes, redirect_uris: ['http://127.0.0.1/back'], ...more };
    return (await platform.api.post('/api/1/admin/clients', wanted)).body as CreatedClient;
  };
  const discover = () =>
    openid.discovery(new URL(platform.url), cli.id, undefined, openid.None(), {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the spec's own server speaks plain HTTP
      execute: [openid.allowInsecureRequests],
    });
  const form = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${platform.url}/oauth2/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const ask = async (scope = 'openid profile') => (await form('device', { client_id: cli.id, scope })).body;
  const poll = (device_code = '') => form('token', { client_id: cli.id, grant_type: deviceGrant, device_code });
  const enter = async (
    code: string,
    browser = new Browser(platform.url),
  ): Promise<{ browser: Browser; page: Page }> => {
    const page = await browser.submit(await browser.open(`${platform.url}${verify}`), { user_code: code });
    return { browser, page };
  };

  it('gives unmodified openid-client tokens of the user who confirms the code', async () => {
    const config = await discover();
    expect(config.serverMetadata().device_authorization_endpoint).toBe(`${platform.url}/oauth2/device`);
    const begun = await openid.initiateDeviceAuthorization(config, { scope: 'openid profile offline_access' });
    expect(begun).toMatchObject({
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${platform.url}${verify}`,
      expires_in: 600,
    });
    const browser = new Browser(platform.url);
    const waiting = openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0.2 });
    const onwards = await browser.open(begun.verification_uri_complete ?? '');
    const confirm = await browser.submit(onwards, {});
    expect(confirm.html).toContain('“Tool” wants to act for you');
    expect(confirm.html).toContain(begun.user_code);
    const signIn = await browser.submit(confirm, { confirm: 'yes' });
    const consent = await browser.submit(signIn, { username: world.anna.username, password, action: 'sign-in' });
    expect(consent.html).toContain('<h1>Allow access?</h1>');
    const done = await browser.submit(consent, { action: 'allow' });
    expect(done.html).toContain('<h1>You are signed in</h1>');
    const tokens = await waiting;
    expect(tokens.claims()).toMatchObject({ sub: world.anna.user_id, aud: cli.id });
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const me = await platform.api.withToken(refreshed.access_token).get('/api/1/user/person/me');
    expect(me).toMatchObject({ status: 200, body: { user_id: world.anna.user_id } });
    await expect(openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0.2 })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('waits until the code is confirmed, and ends when the person refuses', async () => {
    const { device_code, user_code = '' } = await ask();
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
    const { browser, page } = await enter(user_code.toLowerCase().replace('-', ' '));
    const refused = await browser.submit(page, { abort: 'yes' });
    expect(refused.html).toContain('<h1>You refused</h1>');
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
    expect(refused.status).toBe(200);
    const used = (await enter(user_code)).page;
    expect([used.status, used.html.includes('This code was used already')]).toEqual([400, true]);
  });

  it('ends when the person cancels the sign-in', async () => {
    const { device_code, user_code = '' } = await ask();
    const { browser, page } = await enter(user_code);
    const signIn = await browser.submit(page, { confirm: 'yes' });
    expect((await browser.submit(signIn, { action: 'cancel' })).html).toContain('<h1>You refused</h1>');
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  it('says what is wrong with a code, in the language of the browser', async () => {
    const german = new Browser(platform.url, { 'accept-language': 'de-DE' });
    const { page } = await enter('BBBB-BBBB', german);
    expect(page.html).toContain('Wir kennen diesen Code nicht');
    expect(page.status).toBe(400);
    expect(page.headers.get('content-language')).toBe('de-DE');
    expect((await enter('', new Browser(platform.url, { 'accept-language': 'nl' }))).page.html).toContain(
      'Voer de code in.',
    );
  });

  it('refuses forms of other sites, scopes that the client does not have, and confidential clients', async () => {
    const { user_code = '' } = await ask();
    const browser = new Browser(platform.url);
    await browser.open(`${platform.url}${verify}`);
    const body = new URLSearchParams({ user_code, confirm: 'yes', xsrf: 'guessed' });
    const forged = await browser.open(`${platform.url}${verify}`, { method: 'POST', body });
    expect([forged.status, forged.html.includes('That did not work.')]).toEqual([400, true]);
    expect(await form('device', { client_id: cli.id, scope: 'cards' })).toMatchObject({
      ...{ status: 400, body: { error: 'invalid_scope' } },
    });
    const { id: client_id, secret: client_secret } = platform.credentials;
    expect((await form('device', { client_id, client_secret })).status).toBe(400);
    expect((await form('device', { client_id: 'unknown' })).status).toBe(401);
  });

  it('belongs to one client', async () => {
    const { device_code = '' } = await ask();
    const other = await newCli();
    const foreign = await form('token', { client_id: other.id, grant_type: deviceGrant, device_code });
    expect(foreign).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('keeps neither code readable in the database', async () => {
    const { device_code = '', user_code = '' } = await ask();
    await enter(user_code).then(({ browser, page }) => browser.submit(page, { confirm: 'yes' }));
    const rows = await platform.services.identity
      .get(DataSource)
      .query<object[]>(`SELECT * FROM oauth_payload WHERE kind IN ('DeviceCode', 'Interaction', 'Session')`);
    const text = JSON.stringify(rows);
    for (const secret of [device_code, user_code, user_code.replace('-', '')]) expect(text).not.toContain(secret);
  });

  it('gives no token to a user who was closed meanwhile', async () => {
    const user = await register(platform);
    const { device_code, user_code = '' } = await ask('profile');
    const { browser, page } = await enter(user_code);
    const signIn = await browser.submit(page, { confirm: 'yes' });
    const consent = await browser.submit(signIn, { username: user.username, password, action: 'sign-in' });
    await browser.submit(consent, { action: 'allow' });
    expect((await platform.api.post(`/api/1/admin/users/${user.user_id}:deactivate`)).status).toBe(200);
    expect((await poll(device_code)).status).toBe(400);
  });

  it('stands beside a redirect to any port of 127.0.0.1, which only a client with such addresses gets', async () => {
    const local = { client_id: cli.id, scope: 'profile', redirect_uri: 'http://127.0.0.1:49152/back' };
    expect((await openSignIn(platform, local)).page.html).toContain('<h1>Sign in</h1>');
    const web = await newCli({ redirect_uris: ['http://127.0.0.1/back', 'https://app.example/back'] });
    for (const more of [
      { ...local, redirect_uri: 'http://127.0.0.1:49152/other' },
      { ...local, redirect_uri: 'http://127.0.0.2:49152/back' },
      { ...local, client_id: web.id },
    ])
      expect((await openSignIn(platform, more)).page.html).toContain('<h1>This address is not registered</h1>');
  });
});
