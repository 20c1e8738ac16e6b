import { everyScope, rotateKeys, type ClientWithSecret, type NewClient } from '@ces/contracts/clients';
import { openSteps } from '@ces/contracts/registration';
import { Bus } from '@ces/messaging/bus';
import { inCall } from '@ces/messaging/call-context';
import { Browser } from '@ces/testing/browser';
import { eventually } from '@ces/testing/eventually';
import { callback, Platform } from '@ces/testing/platform';
import { password, register, type Registered } from '@ces/testing/registrations';
import { standIn } from '@ces/testing/stand-in';
import { codeFor, oauthForm, openSignIn, redeem, signIn, type Tokens } from '@ces/testing/user-tokens';
import { jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { DataSource } from 'typeorm';
import { JobsService } from '../../../identity/src/jobs/jobs.service.js';

/** From the revocation to the next look of the gateway, with some room on a busy machine. */
const noticeMs = 5_000;

describe('tokens of users', () => {
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    platform = await Platform.start();
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
    anna = await register(platform);
  }, 60_000);

  afterAll(() => platform.stop());

  const newClient = async (more: Partial<NewClient> = {}): Promise<ClientWithSecret> => {
    const wanted = { name: 'Other', scopes: everyScope, redirect_uris: [callback], first_party: true, ...more };
    return (await platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
  };
  const refresh = (token: string | undefined, more: object = {}) =>
    oauthForm(platform, { grant_type: 'refresh_token', refresh_token: token ?? '', ...more });
  const byPassword = (user: Registered, scope?: string) =>
    oauthForm(platform, {
      grant_type: 'password',
      username: user.username,
      password,
      ...(scope === undefined ? {} : { scope }),
    });
  const statusOf = async ({ access_token }: Tokens) =>
    (await platform.api.withToken(access_token).get('/api/1/user/person/me')).status;
  const introspect = (token: string) =>
    oauthForm(platform, { token }, platform.credentials, 'introspect') as unknown as Promise<{ active: boolean }>;
  const identityDb = () => platform.services.identity.get(DataSource);
  const held = (userId: string) =>
    identityDb().query<unknown[]>('SELECT kind FROM oauth_payload WHERE user_id = $1', [userId]);

  it('are rotated with every refresh, keep their scope, and can be narrowed but not widened', async () => {
    const first = await signIn(platform, anna.username, password, 'openid profile offline_access');
    const second = await refresh(first.refresh_token);
    expect(second).toMatchObject({ status: 200, scope: 'openid profile offline_access', expires_in: 900 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.id_token ?? '')).toMatchObject({ sub: anna.user_id, aud: platform.credentials.id });
    const third = await refresh(second.refresh_token, { scope: 'profile' });
    expect(third).toMatchObject({ status: 200, scope: 'profile' });
    expect(await refresh(third.refresh_token, { scope: 'cards' })).toMatchObject({ error: 'invalid_scope' });
  });

  it('are not renewed where offline_access was not asked for', async () => {
    expect((await signIn(platform, anna.username, password, 'openid')).refresh_token).toBeUndefined();
  });

  it('come once for one refresh token used three times at the same moment, and then the family is dead', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token } = await byPassword(anna);
      const answers = await Promise.all([refresh(refresh_token), refresh(refresh_token), refresh(refresh_token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      expect(answers.filter(({ status }) => status === 400).map(({ error }) => error)).toEqual(
        Array(2).fill('invalid_grant'),
      );
      const won = answers.find(({ status }) => status === 200);
      expect(await refresh(won?.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect(await introspect(won?.access_token ?? '')).toMatchObject({ active: false });
    }
  });

  it('die with their whole family when an old refresh token comes back, at the gateway within 5 s', async () => {
    const first = await byPassword(anna);
    const second = await refresh(first.refresh_token);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(second.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    await eventually(async () => {
      expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
    }, noticeMs);
  });

  it('come once for a code; its second use kills what the first one got', async () => {
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const tokens = await redeem(platform, code, begun.verifier);
    expect(await statusOf(tokens)).toBe(200);
    expect(await redeem(platform, code, begun.verifier)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400 });
    await eventually(async () => {
      expect(await statusOf(tokens)).toBe(401);
    }, noticeMs);
  });

  it('come once for a code that is redeemed ten times at the same moment', async () => {
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(platform, code, begun.verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are not given for a code with another verifier, none, or to another client', async () => {
    const other = await newClient();
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const form = { grant_type: 'authorization_code', code, redirect_uri: callback };
    expect(await redeem(platform, code, 'x'.repeat(43))).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await oauthForm(platform, form)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const stolen = await oauthForm(platform, { ...form, code_verifier: begun.verifier }, other);
    expect(stolen).toMatchObject({ status: 400, error: 'invalid_grant' });
    const { refresh_token = '' } = await byPassword(anna);
    const moved = await oauthForm(platform, { grant_type: 'refresh_token', refresh_token }, other);
    expect(moved).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(refresh_token)).toMatchObject({ status: 200 });
  });

  it('come by password only to clients of the house, with what the client may and the user asked for', async () => {
    expect(await byPassword(anna, 'cards')).toMatchObject({ status: 200, scope: 'cards', token_type: 'Bearer' });
    const all = await byPassword(anna);
    expect(all.scope).toBe('profile cards optins account openid offline_access');
    expect(decodeJwt(all.id_token ?? '')).toMatchObject({ sub: anna.user_id, amr: ['pwd'] });
    expect(await statusOf(all)).toBe(200);
    const form = { grant_type: 'password', username: anna.username, password };
    for (const more of [{ first_party: false }, { scopes: ['registration', 'admin'] as never }]) {
      const refused = await oauthForm(platform, form, await newClient(more));
      expect([refused.status, refused.error]).toEqual([400, 'unauthorized_client']);
    }
    const little = await newClient({ scopes: ['optins'] });
    expect(await oauthForm(platform, { ...form, scope: 'cards' }, little)).toMatchObject({ error: 'invalid_scope' });
    expect(await oauthForm(platform, form, little)).toMatchObject({ status: 200, scope: 'optins' });
    for (const odd of [{ password: 'wrong' }, { username: 'nobody@example.com' }, { username: '\0', password: '\0' }]) {
      const refused = await oauthForm(platform, { ...form, ...odd });
      expect([refused.status, refused.error]).toEqual([400, 'invalid_grant']);
    }
    expect(await oauthForm(platform, { grant_type: 'password' })).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
  });

  it('can be revoked one by one, and introspected by their client and by administrators alone', async () => {
    const tokens = await byPassword(anna);
    const refresh_token = tokens.refresh_token ?? '';
    const other = await newClient({ scopes: ['cards'] });
    for (const token of [tokens.access_token, refresh_token]) {
      expect(await oauthForm(platform, { token }, other, 'introspect')).toMatchObject({ active: false });
      await oauthForm(platform, { token }, other, 'revoke');
      expect(await introspect(token)).toMatchObject({ active: true, sub: anna.user_id });
    }
    expect((await oauthForm(platform, { token: tokens.access_token }, platform.credentials, 'revoke')).status).toBe(
      200,
    );
    await eventually(async () => {
      expect(await statusOf(tokens)).toBe(401);
    }, noticeMs);
    expect(await introspect(refresh_token)).toMatchObject({ active: true });
  });

  it('lose what their client loses', async () => {
    const client = await newClient();
    const form = { grant_type: 'password', username: anna.username, password };
    const tokens = await oauthForm(platform, form, client);
    const scopes = ['cards', 'offline_access'];
    await platform.api.send('PATCH', `/api/1/admin/clients/${client.id}`, { body: { scopes } });
    await eventually(async () => {
      expect(await statusOf(tokens)).toBe(401);
      const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', scope: 'cards' };
      expect(await oauthForm(platform, again, client)).toMatchObject({ status: 200, scope: 'cards' });
    }, noticeMs);
  });

  it('tell userinfo what their scope allows', async () => {
    const info = async (token: string) => {
      const answer = await fetch(`${platform.url}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
      return { status: answer.status, body: await answer.json() };
    };
    const little = await byPassword(anna, 'openid');
    expect(await info(little.access_token)).toEqual({ status: 200, body: { sub: anna.user_id } });
    expect(await info((await byPassword(anna, 'profile')).access_token)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
    for (const bad of [platform.api.bearer, 'x', little.id_token ?? '']) {
      expect(await info(bad)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    }
  });

  it.each([
    ['row 26', (id: string) => platform.api.post(`/api/1/user/${id}/delete`)],
    ['deactivation', (id: string) => platform.api.post(`/api/1/admin/users/${id}:deactivate`)],
  ])('end with the account by %s: sessions, codes, refresh and access tokens', async (_, end) => {
    const gone = await register(platform, 'Gone');
    const begun = await openSignIn(platform);
    const tokens = await redeem(platform, await codeFor(begun, gone.username, password), begun.verifier);
    const waiting = await openSignIn(platform, {}, begun.browser);
    const code = new URL(waiting.page.url).searchParams.get('code') ?? '';
    expect(await statusOf(tokens)).toBe(200);
    expect((await end(gone.user_id)).status).toBe(200);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await redeem(platform, code, waiting.verifier)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await openSignIn(platform, {}, begun.browser)).page.html).toContain('<h1>Sign in</h1>');
    expect(await byPassword(gone)).toMatchObject({ status: 400, error: 'invalid_grant' });
    await eventually(async () => {
      expect(await statusOf(tokens)).toBe(401);
    }, noticeMs);
    expect(await held(gone.user_id)).toEqual([]);
  });

  it('do not outlive the account when it ends in the middle of sign-ins and refreshes', async () => {
    for (let round = 0; round < 3; round += 1) {
      const gone = await register(platform, 'Gone');
      const before = await Promise.all([byPassword(gone), byPassword(gone), byPassword(gone)]);
      const [ended, ...answers] = await Promise.all([
        platform.api.post(`/api/1/admin/users/${gone.user_id}:deactivate`),
        ...before.map(({ refresh_token }) => refresh(refresh_token)),
        ...Array.from({ length: 6 }, () => byPassword(gone)),
      ]);
      expect(ended.status).toBe(200);
      expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
      expect(await held(gone.user_id)).toEqual([]);
      for (const { access_token } of [...before, ...answers.filter(({ status }) => status === 200)]) {
        expect(await introspect(access_token)).toMatchObject({ active: false });
      }
    }
  });

  it('leave nothing behind that could be used: secrets are kept by their digests, and what has expired is purged', async () => {
    const eve = await register(platform, 'Eve');
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, eve.username, password);
    const tokens = await redeem(platform, code, begun.verifier);
    const rows = JSON.stringify(await identityDb().query('SELECT * FROM oauth_payload'));
    for (const secret of [code, tokens.refresh_token ?? '']) expect(rows).not.toContain(secret);
    await identityDb().query(`UPDATE oauth_payload SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      eve.user_id,
    ]);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const runJobs = () => inCall({ requestId: 'spec' }, () => platform.services.identity.get(JobsService).runAll());
    await Promise.all([runJobs(), runJobs()]);
    expect(await held(eve.user_id)).toEqual([]);
  });

  describe('when the database goes away in the middle of a request', () => {
    const trigger = (when: string) =>
      identityDb().query(`
        CREATE OR REPLACE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '57P01'; END $$;
        CREATE OR REPLACE TRIGGER away BEFORE INSERT ON oauth_payload FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION away()`);
    afterEach(() => identityDb().query('DROP TRIGGER IF EXISTS away ON oauth_payload'));

    it.each(['RefreshToken', 'AccessToken'])(
      'are renewed at the second try, as if there had been no first: %s',
      async (kind) => {
        const { refresh_token } = await byPassword(anna);
        await trigger(`NEW.kind = '${kind}'`);
        const failed = await refresh(refresh_token);
        expect([failed.status, failed.error, failed.headers.get('retry-after')]).toEqual([
          503,
          'temporarily_unavailable',
          '1',
        ]);
        expect(failed.access_token).toBeUndefined();
        await identityDb().query('DROP TRIGGER away ON oauth_payload');
        expect(await refresh(refresh_token)).toMatchObject({ status: 200 });
        expect(await refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
      },
    );

    it('come for the code at the second try', async () => {
      const begun = await openSignIn(platform);
      const code = await codeFor(begun, anna.username, password);
      await trigger(`NEW.kind = 'RefreshToken'`);
      expect((await redeem(platform, code, begun.verifier)).status).toBe(503);
      await identityDb().query('DROP TRIGGER away ON oauth_payload');
      expect((await redeem(platform, code, begun.verifier)).status).toBe(200);
    });

    it('leave nothing of a password grant behind', async () => {
      const frida = await register(platform, 'Frida');
      await trigger(`NEW.kind = 'RefreshToken'`);
      expect((await byPassword(frida)).status).toBe(503);
      expect(await held(frida.user_id)).toEqual([]);
    });
  });

  it('end with the account also where the clock of the service is ahead of the database', async () => {
    const gone = await register(platform, 'Gone');
    const ahead = Date.now() + 30_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => ahead);
    const { access_token } = await byPassword(gone);
    clock.mockRestore();
    expect(await introspect(access_token)).toMatchObject({ active: true });
    await platform.api.post(`/api/1/admin/users/${gone.user_id}:deactivate`);
    expect(await introspect(access_token)).toEqual(expect.objectContaining({ active: false }));
  });

  it('are remembered no longer than something can come of them', async () => {
    const lives = async (userId: string) => {
      const rows = await identityDb().query<{ minutes: number }[]>(
        `SELECT ceil(extract(epoch FROM expires_at - now()) / 60)::int AS minutes
         FROM oauth_payload WHERE kind = 'Grant' AND user_id = $1`,
        [userId],
      );
      return rows.map(({ minutes }) => minutes);
    };
    const bob = await register(platform, 'Bob');
    await byPassword(bob, 'cards');
    expect(await lives(bob.user_id)).toEqual([15]);
    const carol = await register(platform, 'Carol');
    const begun = await openSignIn(platform, { scope: 'cards' });
    await codeFor(begun, carol.username, password);
    expect(await lives(carol.user_id)).toEqual([12 * 60]);
    await openSignIn(platform, { scope: 'cards offline_access' }, begun.browser);
    expect(await lives(carol.user_id)).toEqual([90 * 24 * 60]);
  });

  it('do not come back to life with a sign-in of the same browser, once their grant has ended', async () => {
    const begun = await openSignIn(platform, { scope: 'cards offline_access' });
    const first = await redeem(platform, await codeFor(begun, anna.username, password), begun.verifier);
    const [grant] = await identityDb().query<{ id: string }[]>(
      `SELECT id FROM oauth_payload WHERE kind = 'Grant' AND user_id = $1 ORDER BY expires_at DESC LIMIT 1`,
      [anna.user_id],
    );
    const ending = identityDb().createQueryRunner();
    await ending.startTransaction();
    await ending.query('DELETE FROM oauth_payload WHERE id = $1 OR grant_id = $1', [grant?.id]);
    const opening = openSignIn(platform, { scope: 'profile offline_access' }, begun.browser);
    await eventually(async () => {
      expect(await identityDb().query('SELECT FROM pg_locks WHERE NOT granted')).not.toEqual([]);
    });
    await ending.commitTransaction();
    await ending.release();
    const again = await opening;
    expect(again.page.url).toContain(`${callback}?code=`);
    const left = await identityDb().query('SELECT kind FROM oauth_payload WHERE id = $1 OR grant_id = $1', [grant?.id]);
    expect(left).toEqual([]);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('are introspected as dead when their grant has expired', async () => {
    const { refresh_token = '' } = await byPassword(anna);
    expect(await introspect(refresh_token)).toMatchObject({ active: true });
    await identityDb().query(
      `UPDATE oauth_payload SET expires_at = now() - interval '1 second' WHERE kind = 'Grant' AND user_id = $1`,
      [anna.user_id],
    );
    expect(await introspect(refresh_token)).toEqual(expect.objectContaining({ active: false }));
    expect(await refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('are signed by a new key in the middle of a sign-in without anybody noticing', async () => {
    const begun = await openSignIn(platform, {}, new Browser(platform.url));
    await inCall({ requestId: 'spec' }, () => platform.services.identity.get(Bus).call(rotateKeys, {}));
    const tokens = await redeem(platform, await codeFor(begun, anna.username, password), begun.verifier);
    expect(await statusOf(tokens)).toBe(200);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 200 });
  });
});
