import type { Registration } from '@ces/contracts/identity/credentials';
import { openSteps } from '@ces/contracts/identity/registration';
import type { Connection } from '@ces/contracts/identity/users';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { dump } from '@ces/testing/servers/dump';
import { Platform } from '../platform/platform.js';
import { beginRegistration, mailedNonce, newName, password, register } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { oauthForm } from '@ces/testing/gateway/user-tokens';
import { hash } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('credentials, rows 8 and 10 to 12', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start();
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: true }));
  });

  afterAll(() => platform.stop());

  const user = (path: string) => `/api/1/user/${path}`;
  const post = (path: string, body: unknown) => platform.api.post(user(path), body);
  const begin = (username: string, more: object = {}) => post('credentials', { username, password, ...more });
  const next = (nonce: string) => platform.api.get(user(`complete-step?auth_nonce=${nonce}`));
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const age = (sql: string) => platform.services.identity.get(DataSource).query(sql);

  describe('row 8', () => {
    it('finds a user by name in any case and width', async () => {
      const { username, user_id } = await beginRegistration(platform);
      for (const name of [username, username.toUpperCase(), username.replace('@', '＠')]) {
        expect(await post('credentials/find', { username: name })).toMatchObject({
          status: 200,
          body: { user_id, username },
        });
      }
      for (const name of ['unknown@example.com', 'unknown', '', '\0', `${username}x`]) {
        expect(problem(await post('credentials/find', { username: name }))).toEqual({
          status: 404,
          code: 'user-not-found',
        });
      }
      expect((await post('credentials/find', {})).status).toBe(400);
    });
  });

  describe('row 10', () => {
    const goOn = (username: string, secret = password) => post('credentials/continue', { username, password: secret });

    it('returns a new nonce for an unfinished registration', async () => {
      const { username } = await beginRegistration(platform);
      const answer = await goOn(username);
      expect(answer.body).toEqual({ completed: false, continue: true, nonce: expect.any(String) });
      expect((await next((answer.body as { nonce: string }).nonce)).status).toBe(200);
    });

    it('returns the same bytes for a wrong password and an unknown name', async () => {
      const { username } = await beginRegistration(platform);
      const [wrong, unknown] = [await goOn(username, 'wrong horse'), await goOn('unknown@example.com')];
      expect([wrong.status, wrong.text]).toEqual([200, '{"completed":false,"continue":false}']);
      expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    });
  });

  describe('row 11', () => {
    it('tells free names from taken ones', async () => {
      const { username } = await beginRegistration(platform);
      const available = async (name: string) => (await post('credentials/available', { username: name })).body;
      expect(await available(newName())).toEqual({ available: true });
      expect(await available(username.toUpperCase())).toEqual({ available: false });
      expect((await post('credentials/available', { username: 'no address' })).status).toBe(400);
    });
  });

  describe('names', () => {
    it('may be any address that RFC 5321 allows without quotes, and get mail', async () => {
      const username = newName().replace('anna.', "miles.o'brien&{co}");
      const begun = await begin(username.toUpperCase());
      expect(begun.status).toBe(200);
      const { nonce } = begun.body as Registration;
      await post('person', { auth_nonce: nonce, firstName: 'Miles', lastName: "O'Brien" });
      expect((await post('complete', { auth_nonce: nonce })).status).toBe(204);
      await mailedNonce(platform, username);
    });

    it.each([
      ['an\u200bna@example.com', 'invisible-character'],
      ['an\u202ena@example.com', 'invisible-character'],
      ['\u0430nna@example.com', 'mixed-scripts'],
      ['anna@ex\u0430mple.com', 'mixed-scripts'],
      ['anna', 'is-email'],
    ])('%j is refused with 400 and a pointer', async (username, code) => {
      for (const answer of [await begin(username), await post('credentials/available', { username })]) {
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/username', code }] } });
      }
    });

    it('still work for their users when a newer rule would refuse them', async () => {
      const { username, user_id } = await beginRegistration(platform);
      const old = username.replace('anna', '\u0430n\u00adna');
      await age(`UPDATE credential SET username = '${old}' WHERE user_id = '${user_id}'`);
      expect((await post('credentials/find', { username: old.toUpperCase() })).body).toMatchObject({ user_id });
      expect((await post('credentials/continue', { username: old, password })).body).toMatchObject({ continue: true });
      await age(`UPDATE credential SET activated_at = now() WHERE user_id = '${user_id}'`);
      await age(`UPDATE app_user SET active = true, completed_registration = true WHERE id = '${user_id}'`);
      const tokens = await oauthForm(platform, { grant_type: 'password', username: old, password });
      expect(tokens.status).toBe(200);
    });
  });

  describe('row 12', () => {
    /** More passwords may wait than a busy machine can check in time: those are refused, and the first is not. */
    const fineOf = (answers: ApiAnswer[]): ApiAnswer[] => {
      expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 503))).toEqual(new Set([200]));
      return answers.filter(({ status }) => status === 200);
    };

    it('makes one user when it is sent twenty times at once', async () => {
      const username = newName();
      const answers = await Promise.all(Array.from({ length: 20 }, () => begin(username)));
      const fine = fineOf(answers);
      const made = fine.map((each) => each.body as Registration);
      expect(new Set(made.map((each) => each.user_id)).size).toBe(1);
      if (fine.length === answers.length) expect(made.filter((each) => each.new_user)).toHaveLength(1);
      expect(new Set(made.map((each) => each.nonce)).size).toBe(fine.length);
      const orphans = await age(
        `SELECT FROM app_user u WHERE NOT EXISTS (SELECT FROM credential c WHERE c.user_id = u.id)
           AND NOT EXISTS (SELECT FROM connection c WHERE c.user_id = u.id)`,
      );
      expect(orphans).toEqual([]);
    });

    it('makes one user when it is sent ten times at once with different keys', async () => {
      const username = newName();
      const send = (_: unknown, n: number) =>
        platform.api.post(user('credentials'), { username, password }, { 'Idempotency-Key': `${username} ${n}` });
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      expect(new Set(fineOf(answers).map((each) => (each.body as Registration).user_id)).size).toBe(1);
    });

    it('answers fifty requests with one key alike, or asks to send them again', async () => {
      const username = newName();
      const send = () =>
        platform.api.post(user('credentials'), { username, password }, { 'Idempotency-Key': username });
      const answers = await Promise.all(Array.from({ length: 50 }, send));
      const fine = answers.filter((each) => each.status === 200);
      expect(new Set([...fine, await send()].map((each) => each.text)).size).toBe(1);
      // The first request still runs, or more passwords wait than a busy machine can check.
      const later = ['409 idempotency-in-progress', '503 service-unavailable'];
      const others = answers.filter((each) => each.status !== 200).map(problem);
      expect(others.filter(({ status, code }) => !later.includes(`${status} ${code}`))).toEqual([]);
    });

    it('records the answer to a key without a trace of the request', async () => {
      const body = JSON.stringify({ username: newName(), password });
      const send = (text: string) => platform.api.post(user('credentials'), text, { 'Idempotency-Key': 'first step' });
      const first = await send(body);
      const again = await send(body);
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
      expect(problem(await send(body.replace('correct', 'another')))).toEqual({
        status: 422,
        code: 'idempotency-key-reused',
      });
      // From a plain digest, an attacker could guess the password a million times faster than from Argon2id.
      expect(await dump(platform.services.identity)).not.toContain(hash('sha256', body, 'base64url'));
    });

    it('continues an unfinished registration only with the right password', async () => {
      const { username, user_id } = await beginRegistration(platform);
      expect((await begin(username)).body).toMatchObject({ user_id, new_user: false });
      expect(problem(await begin(username, { password: 'another password' }))).toEqual({
        status: 409,
        code: 'username-taken',
      });
    });

    it('refuses a name whose registration is complete', async () => {
      const { username } = await register(platform);
      expect(problem(await begin(username))).toEqual({ status: 409, code: 'username-taken' });
    });

    it('treats a null user_id as none', async () => {
      expect(await begin(newName(), { user_id: null })).toMatchObject({ status: 200, body: { new_user: true } });
    });

    it('joins a user of row 5 once when it is sent ten times at once', async () => {
      const made = await platform.api.post('/api/1/oauth2/provider/acme/in-advance');
      const { user_id } = made.body as Connection;
      const username = newName();
      const answers = await Promise.all(Array.from({ length: 10 }, () => begin(username, { user_id })));
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { user_id, new_user: false } });
    });

    it.each([
      [{ username: 'no address' }, '#/username'],
      [{ password: 'x'.repeat(7) }, '#/password'],
      [{ password: 'x'.repeat(257) }, '#/password'],
      [{ password: 12_345_678 }, '#/password'],
      [{ password: 'with a \0 inside' }, '#/password'],
    ])('refuses %j', async (change, pointer) => {
      const answer = await begin(newName(), change);
      expect(problem(answer)).toEqual({ status: 400, code: 'validation-failed' });
      expect(answer.body).toMatchObject({ errors: [{ pointer }] });
    });

    it('counts the characters of a password, not its bytes', async () => {
      expect((await begin(newName(), { password: '😀'.repeat(256) })).status).toBe(200);
      expect((await begin(newName(), { password: '😀'.repeat(7) })).status).toBe(400);
    });
  });
});
