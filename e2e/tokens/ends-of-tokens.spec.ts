import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { callback, Platform } from '../platform/platform.js';
import { password, register, type Registered } from '@ces/testing/gateway/registrations';
import { codeFor, openSignIn, redeem } from '@ces/testing/gateway/user-tokens';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { noticeMs, OauthWorld } from '../platform/oauth-world.js';

describe('tokens of users', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.start();
    ({ platform, anna } = world);
  });

  afterAll(() => world.stop());

  const identityDb = () => platform.services.identity.get(DataSource);
  const held = (userId: string) =>
    identityDb().query<unknown[]>('SELECT kind FROM oauth_payload WHERE user_id = $1', [userId]);

  it.each([
    ['row 26', (id: string) => platform.api.post(`/api/1/user/${id}/delete`)],
    ['deactivation', (id: string) => platform.api.post(`/api/1/admin/users/${id}:deactivate`)],
  ])('end, with sessions and codes, when the account ends by %s', async (_, end) => {
    const gone = await register(platform, 'Gone');
    const begun = await openSignIn(platform);
    const tokens = await redeem(platform, await codeFor(begun, gone.username, password), begun.verifier);
    const waiting = await openSignIn(platform, {}, begun.browser);
    const code = new URL(waiting.page.url).searchParams.get('code') ?? '';
    expect(await world.statusOf(tokens)).toBe(200);
    expect((await end(gone.user_id)).status).toBe(200);
    expect(await world.refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await redeem(platform, code, waiting.verifier)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await openSignIn(platform, {}, begun.browser)).page.html).toContain('<h1>Sign in</h1>');
    expect(await world.byPassword(gone)).toMatchObject({ status: 400, error: 'invalid_grant' });
    await eventually(async () => {
      expect(await world.statusOf(tokens)).toBe(401);
    }, noticeMs);
    expect(await held(gone.user_id)).toEqual([]);
  });

  it('do not outlive an account that ends during sign-ins and refreshes', async () => {
    for (let round = 0; round < 3; round += 1) {
      const gone = await register(platform, 'Gone');
      const before = await Promise.all([world.byPassword(gone), world.byPassword(gone), world.byPassword(gone)]);
      const [ended, ...answers] = await Promise.all([
        platform.api.post(`/api/1/admin/users/${gone.user_id}:deactivate`),
        ...before.map(({ refresh_token }) => world.refresh(refresh_token)),
        ...Array.from({ length: 6 }, () => world.byPassword(gone)),
      ]);
      expect(ended.status).toBe(200);
      expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
      expect(await held(gone.user_id)).toEqual([]);
      for (const { access_token } of [...before, ...answers.filter(({ status }) => status === 200)]) {
        expect(await world.introspect(access_token)).toMatchObject({ active: false });
      }
    }
  });

  it('are stored as digests only, and are purged when they have expired', async () => {
    const eve = await register(platform, 'Eve');
    const everything = async () => JSON.stringify(await identityDb().query('SELECT * FROM oauth_payload'));
    const begun = await openSignIn(platform);
    const waiting = await everything();
    const before = begun.browser.cookieValues;
    expect(before).toHaveLength(4);
    const code = await codeFor(begun, eve.username, password);
    const tokens = await redeem(platform, code, begun.verifier);
    const rows = await everything();
    for (const cookie of [...before, ...begun.browser.cookieValues]) expect(waiting + rows).not.toContain(cookie);
    for (const secret of [code, tokens.refresh_token ?? '']) expect(rows).not.toContain(secret);
    await identityDb().query(`UPDATE oauth_payload SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      eve.user_id,
    ]);
    expect(await world.refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const purge = () => platform.services.identity.get(Chores).runNow('purge-grants');
    await Promise.all([purge(), purge()]);
    expect(await held(eve.user_id)).toEqual([]);
  });

  describe('during an outage of the database in the middle of a request', () => {
    const trigger = (when: string) =>
      identityDb().query(`
        CREATE OR REPLACE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '57P01'; END $$;
        CREATE OR REPLACE TRIGGER away BEFORE INSERT ON oauth_payload FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION away()`);
    afterEach(() => identityDb().query('DROP TRIGGER IF EXISTS away ON oauth_payload'));

    it.each(['RefreshToken', 'AccessToken'])(
      'are renewed by a second request as if the first had not happened: %s',
      async (kind) => {
        const { refresh_token } = await world.byPassword(anna);
        await trigger(`NEW.kind = '${kind}'`);
        const failed = await world.refresh(refresh_token);
        expect([failed.status, failed.error, failed.headers.get('retry-after')]).toEqual([
          503,
          'temporarily_unavailable',
          '1',
        ]);
        expect(failed.access_token).toBeUndefined();
        await identityDb().query('DROP TRIGGER away ON oauth_payload');
        expect(await world.refresh(refresh_token)).toMatchObject({ status: 200 });
      },
    );

    it('are issued for the same code by a second request', async () => {
      const begun = await openSignIn(platform);
      const code = await codeFor(begun, anna.username, password);
      await trigger(`NEW.kind = 'RefreshToken'`);
      expect((await redeem(platform, code, begun.verifier)).status).toBe(503);
      await identityDb().query('DROP TRIGGER away ON oauth_payload');
      expect((await redeem(platform, code, begun.verifier)).status).toBe(200);
    });

    it('leave no rows of a failed password grant', async () => {
      const frida = await register(platform, 'Frida');
      await trigger(`NEW.kind = 'RefreshToken'`);
      expect((await world.byPassword(frida)).status).toBe(503);
      expect(await held(frida.user_id)).toEqual([]);
    });
  });

  it('end with the account although the clock of the service is ahead of the database', async () => {
    const gone = await register(platform, 'Gone');
    const { now } = Date;
    Date.now = () => now() + 30_000;
    const { access_token } = await world.byPassword(gone).finally(() => {
      Date.now = now;
    });
    expect(await world.introspect(access_token)).toMatchObject({ active: true });
    await platform.api.post(`/api/1/admin/users/${gone.user_id}:deactivate`);
    expect(await world.introspect(access_token)).toMatchObject({ active: false });
  });

  it('keep their grant no longer than its last token can live', async () => {
    const lives = async (userId: string) => {
      const rows = await identityDb().query<{ minutes: number }[]>(
        `SELECT ceil(extract(epoch FROM expires_at - now()) / 60)::int AS minutes
         FROM oauth_payload WHERE kind = 'Grant' AND user_id = $1`,
        [userId],
      );
      return rows.map(({ minutes }) => minutes);
    };
    const bob = await register(platform, 'Bob');
    await world.byPassword(bob, 'cards');
    expect(await lives(bob.user_id)).toEqual([15]);
    const carol = await register(platform, 'Carol');
    const begun = await openSignIn(platform, { scope: 'cards' });
    await codeFor(begun, carol.username, password);
    expect(await lives(carol.user_id)).toEqual([12 * 60]);
    await openSignIn(platform, { scope: 'cards offline_access' }, begun.browser);
    expect(await lives(carol.user_id)).toEqual([90 * 24 * 60]);
  });

  it('stay dead when the same browser signs in after their grant has ended', async () => {
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
    await untilBlocked(ending);
    await ending.commitTransaction();
    await ending.release();
    const again = await opening;
    expect(again.page.url).toContain(`${callback}?code=`);
    const left = await identityDb().query('SELECT kind FROM oauth_payload WHERE id = $1 OR grant_id = $1', [grant?.id]);
    expect(left).toEqual([]);
    expect(await world.refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('are introspected as inactive when their grant has expired', async () => {
    const { refresh_token = '' } = await world.byPassword(anna);
    expect(await world.introspect(refresh_token)).toMatchObject({ active: true });
    await identityDb().query(
      `UPDATE oauth_payload SET expires_at = now() - interval '1 second' WHERE kind = 'Grant' AND user_id = $1`,
      [anna.user_id],
    );
    expect(await world.introspect(refresh_token)).toMatchObject({ active: false });
    expect(await world.refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });
});
