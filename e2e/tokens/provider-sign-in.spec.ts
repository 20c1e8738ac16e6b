import type { Registration } from '@ces/contracts/identity/credentials';
import type { Connection } from '@ces/contracts/identity/users';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { newName, password } from '@ces/testing/gateway/registrations';
import { openSignIn, redeem, type BegunSignIn } from '@ces/testing/gateway/user-tokens';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { decodeJwt } from 'jose';
import { DataSource } from 'typeorm';
import { OpenIdProvider } from '../platform/openid-provider.js';
import { Platform } from '../platform/platform.js';

describe('a sign-in through a configured provider', () => {
  let platform: Platform;
  let theirs: OpenIdProvider;

  beforeAll(async () => {
    platform = await Platform.shared();
    const client = { id: 'ces & co', secret: 'their: s+cret', redirectUri: `${platform.url}/oauth2/callback` };
    theirs = await OpenIdProvider.start(client);
    await put({ client_id: client.id, client_secret: client.secret });
  });

  afterAll(async () => {
    // The sign-in page of later specs must not offer it.
    await put({});
    await platform.stop();
    await theirs.stop();
  });

  beforeEach(() => {
    Object.assign(theirs, { account: 'alice', claims: {}, idToken: undefined, broken: undefined });
  });

  const put = (client: object) =>
    platform.api.put('/api/1/admin/providers/acme-login', { issuer: theirs.issuer, client_ids: ['app'], ...client });
  const connect = async (owner: string) =>
    ((await platform.api.post(`/api/1/oauth2/provider/acme-login/${owner}`)).body as Connection).user_id;
  const titleOf = ({ html }: Page) => /<h1>(.*)<\/h1>/.exec(html)?.[1];
  const faultOf = ({ html }: Page) => /role="alert">(.*)<\/p>/.exec(html)?.[1];
  /** Returns the address that leads back from the provider. */
  const atProvider = async ({ browser, page }: BegunSignIn): Promise<string> => {
    const left = await browser.submit(page, { action: 'provider:acme-login' });
    expect(left.url).toMatch(`${theirs.issuer}/auth?`);
    const back = await new Browser(theirs.issuer).open(left.url);
    return back.url;
  };
  const through = async (begun: BegunSignIn): Promise<Page> => begun.browser.open(await atProvider(begun));
  const again = 'The sign-in with acme-login did not work. Please try again, or sign in with your password.';

  it('signs in the connected user, and the tokens name no password', async () => {
    const user_id = await connect('alice');
    const begun = await openSignIn(platform);
    expect(begun.page.html).toContain('Sign in with acme-login');
    const back = await through(begun);
    const code = new URL(back.url).searchParams.get('code') ?? '';
    const tokens = await redeem(platform, code, begun.verifier);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: user_id, token_use: 'user' });
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ sub: user_id });
    expect(decodeJwt(tokens.id_token ?? '')['amr']).toBeUndefined();
    const silent = await openSignIn(platform, { prompt: 'none' }, begun.browser);
    expect(new URL(silent.page.url).searchParams.get('code')).toBeTruthy();
  });

  it('vouches for no address that its user has not confirmed', async () => {
    theirs.account = 'joined';
    const user_id = await connect('joined');
    const username = newName();
    const joined = await platform.api.post('/api/1/user/credentials', { username, password, user_id });
    const { nonce } = joined.body as Registration;
    await platform.api.post('/api/1/user/person', { auth_nonce: nonce, firstName: 'Anna', lastName: 'Berg' });
    const begun = await openSignIn(platform);
    const code = new URL((await through(begun)).url).searchParams.get('code') ?? '';
    const { access_token } = await redeem(platform, code, begun.verifier);
    const headers = { authorization: `Bearer ${access_token}` };
    const info = await fetch(`${platform.url}/oauth2/userinfo`, { headers });
    expect(await info.json()).toMatchObject({ sub: user_id, email: username, email_verified: false });
  });

  it('asks the provider with PKCE, a nonce and a state, and sends none of them twice', async () => {
    const asked = async () => {
      const { browser, page } = await openSignIn(platform);
      return new URL((await browser.submit(page, { action: 'provider:acme-login' })).url).searchParams;
    };
    const [one, other] = [await asked(), await asked()];
    expect(Object.fromEntries(one)).toMatchObject({
      ...{ response_type: 'code', client_id: 'ces & co', scope: 'openid', code_challenge_method: 'S256' },
      redirect_uri: `${platform.url}/oauth2/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)).toMatch(/^[\w.-]{43,}$/);
      expect(one.get(name)).not.toBe(other.get(name));
    }
  });

  it('leads an account that nobody here is connected with to the registration', async () => {
    theirs.account = 'stranger';
    const begun = await openSignIn(platform);
    const page = await through(begun);
    expect([page.status, titleOf(page)]).toEqual([400, 'No account here yet']);
    expect(page.html).toContain('acme-login knows you');
    expect(page.url).not.toContain('code=');
    expect(titleOf(await begun.browser.submit(page, { action: 'create' }))).toBe('Create an account');
    expect(titleOf(await begun.browser.open(page.url.replace(/\?.*/, '')))).toBe('Sign in');
  });

  it('signs in nobody whose account is deactivated', async () => {
    theirs.account = 'gone';
    const user_id = await connect('gone');
    await platform.api.post(`/api/1/admin/users/${user_id}:deactivate`);
    expect(titleOf(await through(await openSignIn(platform)))).toBe('No account here yet');
  });

  it('says so when the user went back, and lets them try again', async () => {
    theirs.account = undefined;
    await connect('alice');
    const begun = await openSignIn(platform);
    const page = await through(begun);
    expect(faultOf(page)).toBe('You went back from acme-login. Sign in here, or try again.');
    theirs.account = 'alice';
    expect((await through({ ...begun, page })).url).toContain('code=');
  });

  it('takes the way back once, and only in the browser that began', async () => {
    await connect('alice');
    const begun = await openSignIn(platform);
    const back = await atProvider(begun);
    const { browser: stranger } = await openSignIn(platform);
    for (const browser of [new Browser(platform.url), stranger]) {
      const page = await browser.open(back);
      expect([page.status, titleOf(page)]).toEqual([400, 'This page is out of date']);
    }
    const forged = await begun.browser.open(back.replace(/(state=[\w-]+\.)[\w-]+/, '$1forged'));
    expect([forged.status, titleOf(forged)]).toEqual([400, 'This page is out of date']);
    expect((await begun.browser.open(back)).url).toContain('code=');
    expect((await begun.browser.open(back)).status).toBe(400);
    expect((await begun.browser.open(`${platform.url}/oauth2/callback?state=%00&code=x`)).status).toBe(400);
  });

  it('accepts no id_token that is for another sign-in or client, too old, or used before', async () => {
    await connect('alice');
    const now = Math.floor(Date.now() / 1_000);
    const claims = [
      ...[{ nonce: 'another' }, { aud: 'app' }, { iss: 'https://other.example' }],
      ...[{ iat: now - 11 * 60 }, { exp: now - 60 }, { sub: '' }],
    ];
    for (const wrong of claims) {
      theirs.claims = wrong;
      const page = await through(await openSignIn(platform));
      expect([page.status, faultOf(page)]).toEqual([400, again]);
    }
    theirs.claims = {};
    const begun = await openSignIn(platform);
    const back = await atProvider(begun);
    theirs.idToken = 'no.jwt.at-all';
    expect(faultOf(await begun.browser.open(back))).toBe(again);
  });

  it('does not believe an answer that names another issuer', async () => {
    const begun = await openSignIn(platform);
    const back = new URL(await atProvider(begun));
    back.searchParams.set('iss', 'https://other.example');
    expect(faultOf(await begun.browser.open(back))).toBe(again);
  });

  it('shows a page, not an error, when the provider does not answer', async () => {
    const silent = { issuer: 'http://127.0.0.1:9', client_ids: [], client_id: 'ces' };
    await platform.api.put('/api/1/admin/providers/silent', silent);
    const { browser, page } = await openSignIn(platform);
    const away = await browser.submit(page, { action: 'provider:silent' });
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
    expect(faultOf(away)).toContain('silent does not answer at present.');
    theirs.broken = 502;
    expect((await through(await openSignIn(platform))).status).toBe(503);
    await platform.api.send('DELETE', '/api/1/admin/providers/silent');
    const removed = await browser.submit(away, { action: 'provider:silent' });
    expect(titleOf(removed)).toBe('Sign in');
  });

  it('begins no session when all sign-ins of the user end meanwhile', async () => {
    const user_id = await connect('alice');
    const identity = platform.services.identity.get(DataSource);
    const begun = await openSignIn(platform);
    const back = await atProvider(begun);
    const ending = identity.createQueryRunner();
    await ending.startTransaction();
    await ending.query('UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1', [user_id]);
    await ending.query('DELETE FROM oauth_payload WHERE user_id = $1', [user_id]);
    const answer = begun.browser.open(back);
    await untilBlocked(ending);
    await ending.commitTransaction();
    await ending.release();
    expect((await answer).url).not.toContain('code=');
    expect(await identity.query('SELECT kind FROM oauth_payload WHERE user_id = $1', [user_id])).toEqual([]);
  });
});
