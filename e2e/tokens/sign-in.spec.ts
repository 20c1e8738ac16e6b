import { Browser } from '@ces/testing/gateway/browser';
import { callback, Platform } from '../platform/platform.js';
import { beginRegistration, password, register, type Registered } from '@ces/testing/gateway/registrations';
import { codeFor, oauthForm, openSignIn, redeem, signIn } from '@ces/testing/gateway/user-tokens';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';

describe('a sign-in by code and PKCE', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    ({ platform, anna } = world);
  });

  afterAll(() => world.stop());

  it('works with unmodified openid-client: discovery, code, refresh, introspection, userinfo, revocation, sign-out', async () => {
    const { config, browser, begin, tokens } = await world.signInByLibrary(anna);
    const { id } = platform.credentials;
    expect(tokens.claims()).toMatchObject({ sub: anna.user_id, aud: id, amr: ['pwd'] });

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ sub: anna.user_id, token_use: 'user', aud: 'ces-api' });
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true });
    const user = await openid.fetchUserInfo(config, refreshed.access_token, anna.user_id);
    expect(user).toMatchObject({ given_name: 'Anneliese', family_name: 'Bergström', email: anna.username });

    await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
    for (const token of [refreshed.access_token, refreshed.refresh_token ?? '']) {
      expect(await openid.tokenIntrospection(config, token)).toEqual({ active: false });
    }
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });

    const end = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: callback,
      state: 'bye',
    });
    const question = await browser.open(end);
    expect(question.html).toContain('<h1>Sign out?</h1>');
    const left = await browser.submit(question, { logout: 'yes' });
    expect(left).toMatchObject({ status: 0, url: `${callback}?state=bye` });
    expect((await browser.open(begin)).html).toContain('<h1>Sign in</h1>');
  });

  it('issues tokens that open row 22, with only the scopes that the client asked for', async () => {
    const { access_token, scope } = await signIn(platform, anna.username, password, 'profile');
    expect(scope).toBe('profile');
    const api = platform.api.withToken(access_token);
    expect(await api.get('/api/1/user/person/me')).toMatchObject({ status: 200, body: { user_id: anna.user_id } });
    expect(await api.get('/api/2/card/user')).toMatchObject({ status: 403, body: { code: 'scope-insufficient' } });
  });

  it('asks nothing in a browser with a session, unless the client demands it', async () => {
    const begun = await openSignIn(platform);
    await codeFor(begun, anna.username, password);
    const silent = await openSignIn(platform, { prompt: 'none' }, begun.browser);
    expect(silent.page.url).toContain(`${callback}?code=`);
    const again = await openSignIn(platform, { prompt: 'login' }, begun.browser);
    expect(again.page.html).toContain('<h1>Sign in</h1>');
    const stranger = await openSignIn(platform, { prompt: 'none' });
    expect(new URL(stranger.page.url).searchParams.get('error')).toBe('login_required');
  });

  it('asks again twelve hours after the last password, also in a browser that was in use', async () => {
    const identity = platform.services.identity.get(DataSource);
    const clara = await register(platform, 'Clara');
    const begun = await openSignIn(platform);
    await codeFor(begun, clara.username, password);
    const ofHers = `kind = 'Session' AND user_id = '${clara.user_id}'`;
    const login = `floor(extract(epoch FROM now()))::int - 12 * 3600 + 300`;
    await identity.query(
      `UPDATE oauth_payload SET payload = jsonb_set(payload::jsonb, '{loginTs}', to_jsonb(${login}))::json WHERE ${ofHers}`,
    );
    const silent = () => openSignIn(platform, { prompt: 'none' }, begun.browser);
    expect((await silent()).page.url).toContain(`${callback}?code=`);
    const left = `expires_at BETWEEN now() AND now() + interval '5 minutes'`;
    expect(await identity.query(`SELECT ${left} AS short FROM oauth_payload WHERE ${ofHers}`)).toEqual([
      { short: true },
    ]);
    await identity.query(`UPDATE oauth_payload SET expires_at = expires_at - interval '5 minutes' WHERE ${ofHers}`);
    expect(new URL((await silent()).page.url).searchParams.get('error')).toBe('login_required');
  });

  it('changes to another user who signs in with the same browser', async () => {
    const bert = await register(platform, 'Bert');
    const begun = await openSignIn(platform);
    await codeFor(begun, anna.username, password);
    const again = await openSignIn(platform, { prompt: 'login' }, begun.browser);
    const between = await again.browser.submit(again.page, { username: bert.username, password, action: 'sign-in' });
    const back = await again.browser.submit(between, {});
    const code = new URL(back.url).searchParams.get('code') ?? '';
    const { access_token } = await redeem(platform, code, again.verifier);
    expect(decodeJwt(access_token).sub).toBe(bert.user_id);
  });

  it('shows the same page for a wrong password, an unknown name and an unfinished account', async () => {
    const unfinished = await beginRegistration(platform);
    const attempts = [
      { username: anna.username, password: 'wrong' },
      { username: 'nobody@example.com', password },
      { username: unfinished.username, password },
    ];
    const pages = new Set<string>();
    for (const attempt of attempts) {
      const { browser, page } = await openSignIn(platform);
      const answer = await browser.submit(page, { ...attempt, action: 'sign-in' });
      expect(answer.status).toBe(400);
      const shown = answer.html.replaceAll(attempt.username, '');
      pages.add(shown);
    }
    expect(pages.size).toBe(1);
  });

  it('blocks further passwords after wrong ones, also the right password, and says for how long', async () => {
    const carl = await register(platform, 'Carl');
    const { browser, page } = await openSignIn(platform);
    for (let i = 0; i < 5; i += 1) await browser.submit(page, { username: carl.username, password: 'wrong' });
    const held = await browser.submit(page, { username: carl.username, password, action: 'sign-in' });
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(held.html).toMatch(/role="alert">Too many attempts. Please wait \d+ seconds/);
    const form = { grant_type: 'password', username: carl.username, password };
    // The page and a client are two askers: wrong passwords on the page do not block the client.
    expect((await oauthForm(platform, form)).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await oauthForm(platform, { ...form, password: 'wrong' });
    const refused = await oauthForm(platform, form);
    expect([refused.status, refused.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('uses the language that the client names, else the language of the browser', async () => {
    const german = new Browser(platform.url, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
    expect((await openSignIn(platform, {}, german)).page.html).toMatch(/<html lang="de-DE">[^]*<h1>Anmelden/);
    const dutch = await openSignIn(platform, { ui_locales: 'fr nl' }, german);
    expect(dutch.page.html).toContain('<h1>Inloggen</h1>');
    expect(dutch.page.headers.get('content-language')).toBe('nl-NL');
    const wrong = await dutch.browser.submit(dutch.page, { username: 'x', password: 'y', action: 'sign-in' });
    expect(wrong.html).toContain('Dat is niet gelukt');
  });

  it('has pages that run no script, allow no frame, and submit forms only to http and https', async () => {
    const { page } = await openSignIn(platform, { login_hint: '"><script>alert(1)</script>' });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'none'; script-src 'none'; /);
    // Browsers apply the policy to the whole chain of redirects, and a client may redirect to any site.
    expect(policy).toContain("form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.html).not.toContain('<script');
    expect(page.html).toContain('value="&quot;&gt;&lt;script&gt;');
  });

  it('accepts a form only from its own page, in the browser that began', async () => {
    const { page, browser } = await openSignIn(platform);
    const sent = { username: anna.username, password, action: 'sign-in' };
    const elsewhere = await openSignIn(platform);
    for (const other of [new Browser(platform.url), elsewhere.browser]) {
      expect(await other.submit(page, sent)).toMatchObject({ status: 400, url: page.url });
    }
    const body = new URLSearchParams(sent);
    for (const origin of ['https://evil.example', 'null']) {
      const evil = new Browser(platform.url, { origin });
      const begun = await openSignIn(platform, {}, evil);
      expect((await evil.open(begun.page.url, { method: 'POST', body })).html).toContain('This page is out of date');
    }
    expect((await browser.submit(page, sent)).url).toContain(`${callback}?code=`);
    expect(await browser.submit(page, sent)).toMatchObject({ status: 400 });
  });

  it('can be cancelled, and the client learns it', async () => {
    const { page, browser } = await openSignIn(platform);
    const left = await browser.submit(page, { action: 'cancel' });
    expect(Object.fromEntries(new URL(left.url).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'of the spec',
      iss: platform.url,
    });
  });

  it('asks for consent for a client that is not first-party, and remembers the consent for the session', async () => {
    const client = await world.newClient({ name: 'Other <shop>', first_party: false });
    const begun = await openSignIn(platform, { client_id: client.id, scope: 'openid cards' });
    const question = await begun.browser.submit(begun.page, { username: anna.username, password, action: 'sign-in' });
    expect(question.html).toContain('Other &lt;shop&gt; would like to:');
    expect(question.html.match(/<li>/g)).toHaveLength(2);
    const refused = await begun.browser.submit(question, { action: 'cancel' });
    expect(new URL(refused.url).searchParams.get('error')).toBe('access_denied');

    const again = await openSignIn(platform, { client_id: client.id, scope: 'openid cards' }, begun.browser);
    const allowed = await again.browser.submit(again.page, { action: 'allow' });
    const code = new URL(allowed.url).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, code_verifier: again.verifier, redirect_uri: callback };
    expect(await oauthForm(platform, form, client)).toMatchObject({ status: 200, scope: 'openid cards' });
    const silent = await openSignIn(platform, { client_id: client.id, scope: 'cards' }, begun.browser);
    expect(silent.page.url).toContain(`${callback}?code=`);
    const more = await openSignIn(platform, { client_id: client.id, scope: 'cards account' }, begun.browser);
    expect(more.page.html).toContain('Allow access?');
  });

  it('redirects only to an address that the client has registered exactly', async () => {
    const tampered = [
      `${callback}/`,
      `${callback}?x=1`,
      `${callback}#x`,
      callback.replace('127.0.0.1', 'localhost'),
      callback.replace(':9', ':10'),
      callback.replace('http', 'https'),
      `${callback}/../evil`,
      'https://evil.example/callback',
      '//evil.example',
      'javascript:alert(1)',
      '',
    ];
    for (const redirect_uri of tampered) {
      const { page } = await openSignIn(platform, { redirect_uri });
      expect([redirect_uri, page.status]).toEqual([redirect_uri, 400]);
      expect(page.url.startsWith(platform.url)).toBe(true);
    }
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const form = { grant_type: 'authorization_code', code, code_verifier: begun.verifier };
    expect(await oauthForm(platform, { ...form, redirect_uri: `${callback}/` })).toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('demands PKCE with S256, and scopes that the client has', async () => {
    const requests: [Record<string, string>, string][] = [
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
      [{ scope: 'openid admin' }, 'invalid_scope'],
      [{ scope: 'nonsense' }, 'invalid_scope'],
      [{ resource: 'https://other.example' }, 'invalid_target'],
      [{ request_uri: 'https://evil.example' }, 'request_uri_not_supported'],
    ];
    for (const [changed, error] of requests) {
      const { page } = await openSignIn(platform, changed);
      const back = new URL(page.url);
      const told = new URLSearchParams(back.hash === '' ? back.search : back.hash.slice(1)).get('error');
      expect([changed, back.origin + back.pathname, told]).toEqual([changed, callback, error]);
    }
  });

  it('does not keep a client from being deleted when its state and nonce hold NUL', async () => {
    const client = await world.newClient();
    const begun = await openSignIn(platform, { client_id: client.id, state: '\0', nonce: '\0' });
    const { browser, page } = begun;
    await browser.submit(page, { username: anna.username, password, action: 'sign-in' });
    const { status } = await platform.api.send('DELETE', `/api/1/admin/clients/${client.id}`);
    expect(status).toBe(200);
    const left = await platform.services.identity
      .get(DataSource)
      .query<unknown[]>(`SELECT kind FROM oauth_payload WHERE payload::text LIKE '%"clientId":"${client.id}"%'`);
    expect(left).toEqual([]);
  });
});
