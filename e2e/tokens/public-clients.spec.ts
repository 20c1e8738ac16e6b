import type { CreatedClient } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import { ApiClient } from '@ces/testing/gateway/api-client';
import { Browser } from '@ces/testing/gateway/browser';
import { password, type Registered } from '@ces/testing/gateway/registrations';
import { codeFor, openSignIn, type BegunSignIn, type Tokens } from '@ces/testing/gateway/user-tokens';
import * as openid from 'openid-client';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';
import { callback, type Platform } from '../platform/platform.js';

const origin = 'https://app.example';
const clients = '/api/1/admin/clients';

describe('a public client', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;
  let app: CreatedClient;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    ({ platform, anna } = world);
    app = await newApp();
  });

  afterAll(() => world.stop());

  const newApp = async (more: object = {}): Promise<CreatedClient> => {
    const scopes = ['openid', 'profile', 'offline_access'];
    const wanted = { name: 'App', public: true, scopes, redirect_uris: [callback], origins: [origin], ...more };
    const made = await platform.api.post(clients, wanted);
    expect(made.status).toBe(201);
    return made.body as CreatedClient;
  };

  /** Without credentials, like a script of the app's page. */
  const form = async (fields: Record<string, string>, path = 'token') => {
    const body = new URLSearchParams({ client_id: app.id, ...fields });
    const answer = await fetch(`${platform.url}/oauth2/${path}`, { method: 'POST', headers: { origin }, body });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, ...(JSON.parse(text || '{}') as Partial<Tokens>) };
  };
  const begin = (browser?: Browser) =>
    openSignIn(platform, { client_id: app.id, scope: 'openid profile offline_access' }, browser);
  const redeem = (code: string, code_verifier: string) =>
    form({ grant_type: 'authorization_code', code, code_verifier, redirect_uri: callback });
  const refresh = (token = '') => form({ grant_type: 'refresh_token', refresh_token: token });
  /** The user has not consented to this client, so its page asks. */
  const codeWithConsent = async ({ browser, page }: BegunSignIn): Promise<string> => {
    const consent = await browser.submit(page, { username: anna.username, password, action: 'sign-in' });
    expect(consent.html).toContain('<h1>Allow access?</h1>');
    const back = await browser.submit(consent, { action: 'allow' });
    return new URL(back.url).searchParams.get('code') ?? '';
  };
  const signIn = async (): Promise<Partial<Tokens>> => {
    const begun = await begin();
    return redeem(await codeWithConsent(begun), begun.verifier);
  };

  /** Moves Anna's rows into the past, so that the test need not wait. */
  const age = (seconds: number) =>
    platform.services.identity.get(DataSource).query(
      `UPDATE oauth_payload SET consumed_at = consumed_at - make_interval(secs => $2),
           expires_at = expires_at - make_interval(secs => $2) WHERE user_id = $1`,
      [anna.user_id, seconds],
    );

  it('signs a user in with unmodified openid-client: code, call, refresh, revocation', async () => {
    const config = await openid.discovery(new URL(platform.url), app.id, undefined, openid.None(), {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the spec's own server speaks plain HTTP
      execute: [openid.allowInsecureRequests],
    });
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    });
    const browser = new Browser(platform.url);
    const page = await browser.open(url);
    const consent = await browser.submit(page, { username: anna.username, password, action: 'sign-in' });
    const back = await browser.submit(consent, { action: 'allow' });
    const checks = { pkceCodeVerifier, expectedState, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, new URL(back.url), checks);
    expect(tokens.claims()).toMatchObject({ sub: anna.user_id, aud: app.id });
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const me = await platform.api.withToken(refreshed.access_token).get('/api/1/user/person/me');
    expect(me).toMatchObject({ status: 200, body: { user_id: anna.user_id } });
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('needs the verifier of the code', async () => {
    const begun = await begin();
    const code = await codeWithConsent(begun);
    expect(await redeem(code, 'x'.repeat(43))).toMatchObject({ status: 400, error: 'invalid_grant' });
    const query = { client_id: app.id, code_challenge: '', code_challenge_method: '' };
    const { page } = await openSignIn(platform, query);
    expect(new URL(page.url).searchParams.get('error')).toBe('invalid_request');
  });

  it('gets a new refresh token each time; a late reuse ends the family', async () => {
    const first = await signIn();
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const third = await refresh(second.refresh_token);
    expect(third.status).toBe(200);
    await age(60);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(third.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('revokes its own tokens only', async () => {
    const tokens = await signIn();
    const stranger = await newApp({ name: 'Stranger' });
    const token = tokens.refresh_token ?? '';
    expect((await form({ token, client_id: stranger.id }, 'revoke')).status).toBe(200);
    const renewed = await refresh(token);
    expect(renewed.status).toBe(200);
    expect((await form({ token: renewed.refresh_token ?? '' }, 'revoke')).status).toBe(200);
    expect(await refresh(renewed.refresh_token)).toMatchObject({ error: 'invalid_grant' });
  });

  it('skips the consent as a first-party client', async () => {
    const own = await newApp({ first_party: true });
    const begun = await openSignIn(platform, { client_id: own.id, scope: 'openid' });
    const code = await codeFor(begun, anna.username, password);
    const redeemed = await form({
      ...{ client_id: own.id, grant_type: 'authorization_code', code },
      ...{ code_verifier: begun.verifier, redirect_uri: callback },
    });
    expect(redeemed).toMatchObject({ status: 200, scope: 'openid' });
  });

  describe('has pages that read answers (CORS)', () => {
    const allowOf = (headers: Headers) => headers.get('access-control-allow-origin');
    const preflight = async (method: string, path: string, from = origin) => {
      const headers = { Origin: from, 'Access-Control-Request-Method': method };
      return allowOf((await new ApiClient(platform.url).send('OPTIONS', path, { headers })).headers);
    };

    it.each([
      ['GET', '/.well-known/openid-configuration'],
      ['POST', '/oauth2/token'],
      ['POST', '/oauth2/revoke'],
      ['GET', '/oauth2/userinfo'],
      ['GET', '/api/1/user/person/me'],
      ['GET', '/api/2/card/user'],
      ['POST', '/api/1/card/add'],
      ['GET', '/api/1/user/optins'],
      ['PUT', '/api/1/user/optins/change'],
      ['GET', '/api/1/coupon/slips'],
      ['POST', '/api/1/user/delete/finish'],
      ['POST', '/oauth2/device'],
    ])('of %s %s', async (method, path) => {
      expect(await preflight(method, path)).toBe(origin);
    });

    it.each([
      ['GET', clients],
      ['GET', '/api/1/terminal/webhooks'],
      ['POST', '/api/1/user/credentials'],
      ['POST', '/oauth2/introspect'],
      ['GET', '/api/1/nothing'],
    ])('but not of %s %s, which it may not call', async (method, path) => {
      const answer = await platform.api.send(method, path, { headers: { Origin: origin } });
      expect([await preflight(method, path), allowOf(answer.headers)]).toEqual([null, null]);
    });

    it('also of refusals, and with the token of the user', async () => {
      const { access_token = '', headers } = await signIn();
      expect(headers && allowOf(headers)).toBe(origin);
      const api = new ApiClient(platform.url);
      const refused = await api.get('/api/1/user/person/me', { headers: { Origin: origin } });
      expect([refused.status, allowOf(refused.headers)]).toEqual([401, origin]);
      const me = await api.withToken(access_token).get('/api/1/user/person/me', { headers: { Origin: origin } });
      expect([me.status, allowOf(me.headers), me.headers.get('vary')]).toEqual([
        200,
        origin,
        expect.stringContaining('Origin'),
      ]);
    });

    it('from its own origins only, and from a new origin within seconds', async () => {
      expect(await preflight('GET', '/api/2/card/user', 'https://other.example')).toBeNull();
      const origins = [origin, 'https://other.example'];
      expect(await platform.api.send('PATCH', `${clients}/${app.id}`, { body: { origins } })).toMatchObject({
        status: 200,
        body: { origins },
      });
      await eventually(async () => {
        expect(await preflight('GET', '/api/2/card/user', 'https://other.example')).toBe('https://other.example');
      });
    });
  });
});
