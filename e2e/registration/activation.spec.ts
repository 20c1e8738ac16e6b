import { openSteps } from '@ces/contracts/identity/registration';
import type { Connection } from '@ces/contracts/identity/users';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { beginRegistration, mailedNonce, newName, password } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { oauthForm } from '@ces/testing/gateway/user-tokens';
import { DataSource } from 'typeorm';

describe('the calls of the activation page (row 20)', () => {
  let platform: Platform;
  let anonymous: ApiClient;

  beforeAll(async () => {
    platform = await Platform.start({ TRUST_PROXY: '127.0.0.0/8' });
    anonymous = new ApiClient(platform.url);
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
  });

  afterAll(() => platform.stop());

  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    anonymous.post(`/api/1/user/activator/${path}`, body, headers);
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const details = (user_id: string) => platform.api.get(`/api/1/user/details/${user_id}`);
  const signIn = (username: string, secret: string) =>
    oauthForm(platform, { grant_type: 'password', username, password: secret });
  const waiting = async () => {
    const begun = await beginRegistration(platform);
    await platform.api.post('/api/1/user/complete', { auth_nonce: begun.nonce });
    return { ...begun, activation: await mailedNonce(platform, begun.username) };
  };

  it('return the client, the names and the time of the registration, any number of times', async () => {
    const { activation, username } = await waiting();
    for (let i = 0; i < 2; i += 1) {
      expect(await ask('registration', { nonce: activation })).toMatchObject({
        status: 200,
        body: {
          client: 'Test',
          username,
          firstName: 'Anneliese',
          infix: '',
          lastName: 'Bergström',
          registered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        },
      });
    }
  });

  it('activate the account only with the right password', async () => {
    const { activation, username, user_id } = await waiting();
    const wrong = await ask('confirm', { nonce: activation, password: 'not the password' });
    expect(problem(wrong)).toEqual({ status: 400, code: 'password-wrong' });
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '#/password' }] });
    expect((await details(user_id)).body).toMatchObject({ active: false });
    expect(await ask('confirm', { nonce: activation, password })).toMatchObject({
      status: 200,
      body: { activated: true, user_id },
    });
    expect((await signIn(username, password)).status).toBe(200);
    expect(problem(await ask('confirm', { nonce: activation, password }))).toEqual({ status: 410, code: 'nonce-gone' });
  });

  it('block further passwords after five wrong ones, also the right one, by address', async () => {
    const { activation, user_id } = await waiting();
    const confirm = (secret: string, address: string) =>
      ask('confirm', { nonce: activation, password: secret }, { 'X-Forwarded-For': address });
    for (let n = 1; n <= 5; n += 1) {
      const wrong = await confirm(`wrong password ${n}`, '192.0.2.1');
      expect([n, problem(wrong)]).toEqual([n, { status: 400, code: 'password-wrong' }]);
    }
    const sixth = await confirm(password, '192.0.2.1');
    expect(problem(sixth)).toEqual({ status: 429, code: 'rate-limited' });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await details(user_id)).body).toMatchObject({ active: false });
    expect(await confirm(password, '192.0.2.2')).toMatchObject({ status: 200, body: { activated: true } });
  });

  it('let the owner of the mailbox set a new password, which voids the old one', async () => {
    const { activation, username, user_id, nonce } = await waiting();
    const own = 'the password of the owner';
    expect(await ask('password', { nonce: activation, password: own })).toMatchObject({
      status: 200,
      body: { activated: true, user_id },
    });
    expect((await signIn(username, password)).status).toBe(400);
    expect((await signIn(username, own)).status).toBe(200);
    const next = await platform.api.get(`/api/1/user/complete-step?auth_nonce=${nonce}`);
    expect(problem(next)).toEqual({ status: 410, code: 'nonce-gone' });
  });

  it('check a new password as row 12 does', async () => {
    const { activation } = await waiting();
    const short = await ask('password', { nonce: activation, password: 'x'.repeat(7) });
    expect(problem(short)).toEqual({ status: 400, code: 'validation-failed' });
    expect(short.body).toMatchObject({ errors: [{ pointer: '#/password' }] });
    expect((await ask('registration', { nonce: activation })).status).toBe(200);
  });

  it('remove a rejected registration, so that its name is free again', async () => {
    const { activation, username, user_id } = await waiting();
    expect(await ask('reject', { nonce: activation })).toMatchObject({ status: 200, body: { removed: true } });
    expect(problem(await details(user_id))).toEqual({ status: 404, code: 'user-not-found' });
    const available = await platform.api.post('/api/1/user/credentials/available', { username });
    expect(available.body).toEqual({ available: true });
    expect(problem(await ask('reject', { nonce: activation }))).toEqual({ status: 410, code: 'nonce-gone' });
    expect(problem(await ask('registration', { nonce: activation }))).toEqual({ status: 410, code: 'nonce-gone' });
  });

  it('keep the user of a rejected registration that row 5 made, without the credentials', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/not-me');
    const { user_id } = made.body as Connection;
    const username = newName();
    const begun = await platform.api.post('/api/1/user/credentials', { username, password, user_id });
    const { nonce } = begun.body as { nonce: string };
    await platform.api.post('/api/1/user/person', { auth_nonce: nonce, firstName: 'A', lastName: 'B' });
    await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
    await ask('reject', { nonce: await mailedNonce(platform, username) });
    expect((await details(user_id)).body).toEqual({ id: user_id, active: true, completed_registration: false });
    expect((await platform.api.post('/api/1/user/credentials/find', { username })).status).toBe(404);
  });

  it('answer 400 for a nonce that is unknown or has another purpose, and 410 for an expired one', async () => {
    const { activation, nonce, user_id } = await waiting();
    const calls = [
      (given: string) => ask('registration', { nonce: given }),
      (given: string) => ask('confirm', { nonce: given, password }),
      (given: string) => ask('password', { nonce: given, password }),
      (given: string) => ask('reject', { nonce: given }),
    ];
    for (const call of calls) {
      expect(problem(await call('x'.repeat(43)))).toEqual({ status: 400, code: 'nonce-invalid' });
      expect(problem(await call(nonce))).toEqual({ status: 400, code: 'nonce-invalid' });
    }
    const database = platform.services.identity.get(DataSource);
    await database.query('UPDATE nonce SET expires_at = now() WHERE user_id = $1', [user_id]);
    for (const call of calls) expect(problem(await call(activation))).toEqual({ status: 410, code: 'nonce-gone' });
  });

  it('accept one of ten different decisions that come at the same time', async () => {
    const { activation } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? ask('password', { nonce: activation, password: `password ${n}` })
          : ask('reject', { nonce: activation }),
      ),
    );
    expect(answers.map((each) => each.status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
  });

  it('need no token, but refuse a malformed one', async () => {
    const bad = await anonymous.withToken('bad').post('/api/1/user/activator/registration', { nonce: 'x' });
    expect(problem(bad)).toEqual({ status: 401, code: 'token-invalid' });
  });

  it('leave row 20 to clients with pages of their own', async () => {
    const { activation, user_id } = await waiting();
    expect((await ask('uniquelink', { nonce: activation })).body).toEqual({ activated: true, user_id });
  });
});
