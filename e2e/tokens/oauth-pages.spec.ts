import { inCall } from '@ces/messaging/calls/call-context';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { callback, Platform } from '../platform/platform.js';
import { password, type Registered } from '@ces/testing/gateway/registrations';
import { codeFor, openSignIn, redeem } from '@ces/testing/gateway/user-tokens';
import { decodeProtectedHeader } from 'jose';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';
import { SigningKeysService } from '../../apps/identity/src/keys/signing-keys.service.js';

describe('the pages and endpoints of OAuth', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.start();
    ({ platform, anna } = world);
  });

  afterAll(() => world.stop());

  const database = () => platform.services.identity.get(DataSource);
  const german = () => new Browser(platform.url, { 'accept-language': 'de' });

  it('answer without a body with no content type, and a HEAD with no length of 0', async () => {
    const head = await fetch(`${platform.url}/.well-known/jwks.json`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).not.toBe('0');
    const { id, secret } = platform.credentials;
    const revoked = await fetch(`${platform.url}/oauth2/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ token: 'unknown' }),
    });
    expect(revoked.status).toBe(200);
    expect(revoked.headers.get('content-type')).toBeNull();
  });

  it('name the address to which a client may not send people', async () => {
    const address = 'https://evil.example/<b>?x=1';
    const { page } = await openSignIn(platform, { redirect_uri: address });
    expect([page.status, /<h1>(.*)<\/h1>/.exec(page.html)?.[1]]).toEqual([400, 'This address is not registered']);
    expect(page.html).toContain('https://evil.example/&lt;b&gt;?x=1');
  });

  it('accept a request for a code or a sign-out by POST too', async () => {
    const browser = new Browser(platform.url);
    const asked = new URLSearchParams({
      client_id: platform.credentials.id,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid cards',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      state: 'posted & kept',
    });
    const form = await browser.open('/oauth2/authorize', { method: 'POST', body: asked });
    expect(form.html).toContain('<h1>Sign in</h1>');
    const back = await browser.submit(form, { username: anna.username, password, action: 'sign-in' });
    expect(new URL(back.url).searchParams.get('state')).toBe('posted & kept');
    asked.set('scope', 'admin');
    const without = await browser.open('/oauth2/authorize', { method: 'POST', body: asked });
    expect(new URL(without.url).searchParams.get('error')).toBe('invalid_scope');
    const leaving = new URLSearchParams({ client_id: platform.credentials.id });
    const question = await browser.open('/oauth2/logout', { method: 'POST', body: leaving });
    expect(question.html).toContain('<h1>Sign out?</h1>');
    const long = new URLSearchParams({ state: 'x'.repeat(20_000) });
    expect((await browser.open('/oauth2/authorize', { method: 'POST', body: long })).status).toBe(413);
  });

  it('refuse a sign-out with a NUL in the state, by GET and by POST', async () => {
    const begun = await openSignIn(platform);
    await codeFor(begun, anna.username, password);
    for (const init of [undefined, { method: 'POST', body: new URLSearchParams({ state: '\0' }) }]) {
      const refused = await begun.browser.open(`/oauth2/logout${init ? '' : '?state=%00'}`, init);
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('the state may hold no NUL')]);
    }
  });

  const outside = [
    ['GET', '/oauth2/nonsense', 404],
    ['POST', '/oauth2/authorize/x/y', 404],
    ['GET', '/oauth2/token', 405],
    ['PUT', '/oauth2/authorize', 405],
  ] as const;

  it('answer an unknown path or method with an error as in RFC 6749', async () => {
    for (const [method, path, status] of outside) {
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
        const answer = await fetch(`${platform.url}${path}`, { method, headers: { accept } });
        expect([path, answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
          path,
          status,
          'application/json; charset=utf-8',
          { error: 'invalid_request', error_description: expect.any(String) },
        ]);
        expect(answer.headers.get('allow') === null).toBe(status === 404);
      }
    }
  });

  it('answer a caller that accepts HTML with a page, except at endpoints for programs', async () => {
    const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const answer = await fetch(`${platform.url}${path}`, {
        method,
        headers: { accept, 'accept-language': 'de', ...headers },
      });
      return { type: answer.headers.get('content-type'), answer, text: await answer.text() };
    };
    for (const [method, path, status] of outside.filter(([, path]) => path !== '/oauth2/token')) {
      const { answer, type, text } = await ask(method, path);
      expect([path, answer.status, type]).toEqual([path, status, 'text/html; charset=utf-8']);
      expect([text.includes('<h1>'), answer.headers.get('content-language')]).toEqual([true, 'de-DE']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const authorization = `Bearer ${(await platform.asUser(anna.user_id, 'cards')).bearer}`;
    const narrow = await ask('GET', '/oauth2/userinfo', { authorization });
    expect([narrow.answer.status, narrow.type]).toEqual([403, 'text/html; charset=utf-8']);
    expect(narrow.answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(narrow.text).toContain('insufficient_scope');
    for (const path of ['/oauth2/revoke', '/oauth2/introspect', '/oauth2/token'])
      expect([path, (await ask('POST', path)).type]).toEqual([path, 'application/json; charset=utf-8']);
  });

  it('say why userinfo is refused, as in RFC 6750 and RFC 6749', async () => {
    const ask = async (authorization?: string) => {
      const answer = await fetch(
        `${platform.url}/oauth2/userinfo`,
        authorization ? { headers: { authorization } } : {},
      );
      return [answer.status, answer.headers.get('www-authenticate'), await answer.json()];
    };
    const said = (error: string) => ({ error, error_description: expect.any(String) });
    const insufficient = 'Bearer realm="ces", error="insufficient_scope", scope="openid"';
    expect(await ask()).toEqual([401, 'Bearer realm="ces"', said('invalid_request')]);
    expect(await ask('Bearer x')).toEqual([401, 'Bearer realm="ces", error="invalid_token"', said('invalid_token')]);
    const narrow = (await platform.asUser(anna.user_id, 'cards')).bearer;
    expect(await ask(`Bearer ${narrow}`)).toEqual([403, insufficient, said('insufficient_scope')]);
    // The token of a client has no user.
    expect(await ask(`Bearer ${platform.api.bearer}`)).toEqual([403, insufficient, said('insufficient_scope')]);
  });

  it('answer unknown paths and methods below /.well-known with problem documents', async () => {
    const refusals: [string, string, number, string][] = [
      ['GET', '/.well-known/nonsense', 404, 'route-not-found'],
      ['DELETE', '/.well-known/jwks.json', 405, 'method-not-allowed'],
    ];
    for (const [method, path, status, code] of refusals) {
      const answer = await fetch(`${platform.url}${path}`, { method, headers: { accept: 'text/html' } });
      expect([path, answer.headers.get('content-type'), await answer.json()]).toMatchObject([
        path,
        'application/problem+json; charset=utf-8',
        { status, code, instance: path, type: `${platform.url}/problems/${code}`, request_id: expect.any(String) },
      ]);
      expect(answer.headers.get('allow') === null).toBe(status === 404);
    }
  });

  it('show the login hint of a client and do not store it', async () => {
    const { page, browser } = await openSignIn(platform, { login_hint: 'secret.name@example.com' });
    expect(page.html).toContain('value="secret.name@example.com"');
    const rows = JSON.stringify(await database().query('SELECT * FROM oauth_payload'));
    expect(rows).not.toContain('secret.name');
    const wrong = await browser.submit(page, { username: 'x@example.com', password: 'y', action: 'sign-in' });
    expect(wrong.html).toContain('value="x@example.com"');
    const right = await browser.submit(wrong, { username: anna.username, password, action: 'sign-in' });
    expect(right.url).toContain(`${callback}?code=`);
  });

  it('accept an id_token for sign-out while the session may last, although its key has retired and is not published', async () => {
    const begun = await openSignIn(platform);
    const { id_token = '' } = await redeem(platform, await codeFor(begun, anna.username, password), begun.verifier);
    const keys = platform.services.identity.get(SigningKeysService);
    await inCall({ requestId: 'spec' }, () => keys.rotate());
    const ask = async (retired: string) => {
      await database().query(`UPDATE signing_key SET retired_at = now() - $1::interval WHERE state = 'retired'`, [
        retired,
      ]);
      await keys.purge();
      await keys.refresh();
      const published = JSON.stringify(await (await fetch(`${platform.url}/.well-known/jwks.json`)).json());
      expect(published).not.toContain(decodeProtectedHeader(id_token).kid);
      return (await begun.browser.open(`/oauth2/logout?id_token_hint=${id_token}`)).status;
    };
    expect(await ask('12 hours')).toBe(200);
    expect(await ask('13 hours')).toBe(400);
  });

  it('say that the client itself signs the user out in any case, when the client asked for the sign-out', async () => {
    const begun = await openSignIn(platform, {}, german());
    const tokens = await redeem(platform, await codeFor(begun, anna.username, password), begun.verifier);
    const plain = await begun.browser.open('/oauth2/logout');
    expect(plain.html).toContain('<p>Sie sind in diesem Browser angemeldet.</p>');
    const named = await begun.browser.open(`/oauth2/logout?id_token_hint=${tokens.id_token ?? ''}`);
    expect(named.html).toContain('<p>Bei Test werden Sie auf jeden Fall abgemeldet.');
  });

  describe('have the language that ?locale= names, whatever the browser wishes:', () => {
    const languageOf = ({ headers, html }: Page) => [
      headers.get('content-language'),
      /<html lang="(.*?)">/.exec(html)?.[1],
    ];
    const dutch = ['nl-NL', 'nl-NL'];

    it.each([
      '/oauth2/logout',
      '/oauth2/authorize',
      '/oauth2/userinfo',
      '/oauth2/sign-in/x',
      '/oauth2/nonsense',
      '/oauth2/device/verify',
      '/console/invitation',
      '/console/signed-in',
    ])('%s', async (path) => {
      expect(languageOf(await german().open(`${path}?locale=nl_NL`))).toEqual(dutch);
      expect(languageOf(await german().open(`${path}?locale=fr_FR`))).toEqual(['en-GB', 'en-GB']);
    });

    it('the sign-in that begins with it, to its end', async () => {
      const { page, browser } = await openSignIn(platform, { locale: 'nl_NL', ui_locales: 'de' }, german());
      const refused = await browser.submit(page, { username: anna.username, password: 'wrong', action: 'sign-in' });
      const signUp = await browser.submit(refused, { action: 'create' });
      for (const each of [page, refused, signUp]) expect(languageOf(each)).toEqual(dutch);
      const address = new URL(page.url);
      address.searchParams.set('locale', 'de_DE');
      expect(languageOf(await browser.open(address))).toEqual(['de-DE', 'de-DE']);
    });

    it('the sign-in that begins with a form, and that of an operator', async () => {
      const { page, browser } = await openSignIn(platform, {}, german());
      expect(languageOf(page)).toEqual(['de-DE', 'de-DE']);
      const body = new URLSearchParams({
        ...{ client_id: platform.credentials.id, response_type: 'code', redirect_uri: callback, scope: 'openid' },
        ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
      });
      const posted = await browser.open('/oauth2/authorize?locale=nl_NL', { method: 'POST', body });
      expect(languageOf(posted)).toEqual(dutch);
      expect(languageOf(await german().open('/console/sign-in?locale=nl_NL'))).toEqual(dutch);
    });
  });

  it('have our style and language in place of the pages of the library', async () => {
    const expectOurs = (html: string) => {
      expect(html).toContain('<html lang="de-DE">');
      expect(html).toContain('<h1>Einen Moment</h1>');
      expect(html).toContain('<style>');
      expect(html).toMatch(/<noscript>[^]*<button autofocus>Weiter<\/button>/);
      expect(html).not.toContain('Submitting');
    };
    const browser = german();
    const signedOut = await browser.open('/oauth2/logout');
    expectOurs(signedOut.html);
    expect(signedOut.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/=]+'; form-action/);
    expect((await browser.submit(signedOut, {})).html).toContain('<h1>Sie sind abgemeldet</h1>');
    const begun = await openSignIn(platform, { response_mode: 'form_post', state: '"><b>' }, german());
    const onwards = await begun.browser.submit(begun.page, { username: anna.username, password, action: 'sign-in' });
    expectOurs(onwards.html);
    expect(onwards.html).toContain(`action="${callback}"`);
    expect(onwards.html).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(await begun.browser.submit(onwards, {})).toMatchObject({ status: 0, url: callback });
  });

  it('answer hostile parameters and paths with a page and no server error', async () => {
    const odd = [
      { state: '\0', nonce: '\0\u{1F600}' },
      { login_hint: 'x'.repeat(5_000), ui_locales: '\0 ;; de' },
      { claims: '{"id_token":{"sub":{"value":"x"}}}' },
    ];
    for (const more of odd) expect((await openSignIn(platform, more)).page.status).toBe(200);
    const browser = new Browser(platform.url);
    for (const path of ['authorize', 'authorize/x', 'sign-in/x', 'authorize?client_id=%00', 'logout?id_token_hint=x']) {
      expect([path, (await browser.open(`${platform.url}/oauth2/${path}`)).status]).toEqual([path, 400]);
    }
  });
});
