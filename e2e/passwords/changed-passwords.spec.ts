import { eventually } from '@ces/testing/eventually';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { password, register } from '@ces/testing/gateway/registrations';
import { codeFor, openSignIn, redeem, type Tokens } from '@ces/testing/gateway/user-tokens';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { callback, type Platform } from '../platform/platform.js';
import { noticeMs } from '../platform/oauth-world.js';
import { newPassword, PasswordWorld } from './password-world.js';

const path = '/api/1/user/password/change';

describe('a password that its user changes', () => {
  let world: PasswordWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await PasswordWorld.shared();
    ({ platform } = world);
  });

  afterAll(() => world.stop());

  const problem = ({ status, body }: ApiAnswer) => ({ status, code: (body as { code?: string } | undefined)?.code });
  const change = ({ access_token }: Pick<Tokens, 'access_token'>, more: object = {}) =>
    platform.api.withToken(access_token).post(path, { password, new_password: newPassword, ...more });
  const held = (userId: string) =>
    world.query<{ kind: string }>('SELECT kind FROM oauth_payload WHERE user_id = $1', [userId]);

  it('ends all other sign-ins, keeps the own one, and is told by mail', async () => {
    const anna = await register(platform);
    const elsewhere = await openSignIn(platform);
    const other = await redeem(platform, await codeFor(elsewhere, anna.username, password), elsewhere.verifier);
    const byPassword = await world.oauth.byPassword(anna);
    const here = await openSignIn(platform);
    const own = await redeem(platform, await codeFor(here, anna.username, password), here.verifier);
    expect(await change(own)).toMatchObject({ status: 204, text: '' });
    for (const { refresh_token } of [other, byPassword]) {
      expect(await world.oauth.refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    }
    await eventually(async () => {
      expect([await world.oauth.statusOf(other), await world.oauth.statusOf(byPassword)]).toEqual([401, 401]);
    }, noticeMs);
    expect(await world.oauth.statusOf(own)).toBe(200);
    expect((await world.oauth.refresh(own.refresh_token)).status).toBe(200);
    expect((await openSignIn(platform, { prompt: 'none' }, here.browser)).page.url).toContain(`${callback}?code=`);
    expect((await openSignIn(platform, {}, elsewhere.browser)).page.html).toContain('<h1>Sign in</h1>');
    expect([await world.statusOfSignIn(anna), await world.statusOfSignIn(anna, newPassword)]).toEqual([400, 200]);
    const { text } = await world.mailWith('Your password was changed', anna.username);
    expect(text).not.toContain('http');
  });

  it('ends the other sessions, and keeps the own one, when a session holds a NUL', async () => {
    const anna = await register(platform);
    const elsewhere = await openSignIn(platform);
    await codeFor(elsewhere, anna.username, password);
    const here = await openSignIn(platform);
    const own = await redeem(platform, await codeFor(here, anna.username, password), here.verifier);
    await world.query(
      `UPDATE oauth_payload SET payload = (left(payload::text, -1) || ',"state":{"state":"\\u0000"}}')::json
       WHERE kind = 'Session' AND user_id = $1`,
      [anna.user_id],
    );
    expect(await change(own)).toMatchObject({ status: 204, text: '' });
    expect((await openSignIn(platform, { prompt: 'none' }, here.browser)).page.url).toContain(`${callback}?code=`);
    expect((await openSignIn(platform, {}, elsewhere.browser)).page.html).toContain('<h1>Sign in</h1>');
  });

  it('opens the account at once when it was reset', async () => {
    const anna = await register(platform);
    await world.reset(await world.forgottenNonce(anna.username));
    const begun = await openSignIn(platform);
    const tokens = await redeem(platform, await codeFor(begun, anna.username, newPassword), begun.verifier);
    expect(await world.oauth.statusOf(tokens)).toBe(200);
  });

  it('voids a mailed nonce for a new password', async () => {
    const anna = await register(platform);
    const nonce = await world.forgottenNonce(anna.username);
    await change(await world.oauth.byPassword(anna));
    expect(problem(await world.reset(nonce))).toEqual({ status: 410, code: 'nonce-gone' });
  });

  it('is changed only with the present one, which is throttled like any password', async () => {
    const anna = await register(platform);
    const tokens = await world.oauth.byPassword(anna);
    expect(problem(await change(tokens, { new_password: 'short' }))).toEqual({
      status: 400,
      code: 'validation-failed',
    });
    for (let n = 0; n < 5; n += 1) {
      const refused = await change(tokens, { password: 'wrong' });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/password' }] } });
      expect(problem(refused).code).toBe('password-wrong');
    }
    const throttled = await change(tokens);
    expect(problem(throttled)).toEqual({ status: 429, code: 'rate-limited' });
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await world.oauth.statusOf(tokens)).toBe(200);
  });

  it('is throttled by the address of the caller, whatever address the caller writes', async () => {
    const { access_token } = await world.oauth.byPassword(await register(platform));
    const guess = async (n: number) => {
      const api = platform.api.withToken(access_token);
      const headers = { 'x-user-address': `192.0.2.${n}` };
      return problem(await api.post(path, { password: 'wrong', new_password: newPassword }, headers));
    };
    for (let n = 0; n < 5; n += 1) expect(await guess(n)).toEqual({ status: 400, code: 'password-wrong' });
    expect(await guess(5)).toEqual({ status: 429, code: 'rate-limited' });
  });

  it('needs a user token with the scope account', async () => {
    const anna = await register(platform);
    const tokens = await world.oauth.byPassword(anna, 'profile');
    expect(problem(await change(tokens))).toEqual({ status: 403, code: 'scope-insufficient' });
    expect(problem(await change({ access_token: platform.api.bearer }))).toMatchObject({ status: 403 });
  });

  it('is missing for a user who signs in at a provider', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/without-password');
    const { user_id } = made.body as { user_id: string };
    const api = await platform.asUser(user_id, 'account');
    expect(problem(await change({ access_token: api.bearer }))).toEqual({ status: 409, code: 'password-missing' });
  });

  describe('while a sign-in with the old one is under way', () => {
    /** Does what a change does, and commits when the sign-in waits for it and so has compared the old password. */
    const changedDuring = async <T>(userId: string, signIn: () => Promise<T>): Promise<T> => {
      const changing = platform.services.identity.get(DataSource).createQueryRunner();
      await changing.startTransaction();
      await changing.query('UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1', [userId]);
      await changing.query('DELETE FROM oauth_payload WHERE user_id = $1', [userId]);
      const answer = signIn();
      await untilBlocked(changing);
      await changing.commitTransaction();
      await changing.release();
      return answer;
    };

    it('lets the password grant issue no tokens', async () => {
      const anna = await register(platform);
      const refused = await changedDuring(anna.user_id, () => world.oauth.byPassword(anna));
      expect(refused).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect(await held(anna.user_id)).toEqual([]);
    });

    it('lets the sign-in page begin no session', async () => {
      const anna = await register(platform);
      const { browser, page } = await openSignIn(platform);
      const form = { username: anna.username, password, action: 'sign-in' };
      const shown = await changedDuring(anna.user_id, () => browser.submit(page, form));
      expect(shown).toMatchObject({ html: expect.stringContaining('<h1>Sign in</h1>') });
      expect(await held(anna.user_id)).toEqual([]);
    });

    it('lets a session that ends issue no code', async () => {
      const anna = await register(platform);
      const begun = await openSignIn(platform);
      await codeFor(begun, anna.username, password);
      const client = await world.oauth.newClient();
      const opening = () => openSignIn(platform, { client_id: client.id }, begun.browser);
      const { page, verifier } = await changedDuring(anna.user_id, opening);
      const code = new URL(page.url).searchParams.get('code') ?? '';
      expect((await redeem(platform, code, verifier)).status).not.toBe(200);
      expect((await held(anna.user_id)).filter(({ kind }) => kind !== 'Interaction')).toEqual([]);
    });
  });
});
