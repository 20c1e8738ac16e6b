import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../platform/platform.js';
import { register, type Registered } from '@ces/testing/gateway/registrations';
import { oauthForm, type Tokens } from '@ces/testing/gateway/user-tokens';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { noticeMs, OauthWorld } from '../platform/oauth-world.js';

describe('a used refresh token', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;
  let other: NestFastifyApplication;
  let otherUrl: string;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    ({ platform, anna } = world);
    other = await platform.replica('identity');
    otherUrl = await other.getUrl();
  });

  afterAll(async () => {
    await other.close();
    await world.stop();
  });

  const identityDb = () => platform.services.identity.get(DataSource);
  const refreshAtOther = (refresh_token = ''): Promise<Tokens> =>
    oauthForm({ ...platform, url: otherUrl } as Platform, { grant_type: 'refresh_token', refresh_token });
  const tokensOf = ({ access_token, refresh_token, id_token, scope }: Tokens) => [
    ...[access_token, refresh_token, id_token, scope],
  ];
  const kindsOf = async (userId: string) => {
    const rows = await identityDb().query<{ kind: string; consumed: boolean }[]>(
      'SELECT kind, consumed_at IS NOT NULL AS consumed FROM oauth_payload WHERE user_id = $1 ORDER BY kind, consumed',
      [userId],
    );
    return rows.map(({ kind, consumed }) => (consumed ? `${kind} used` : kind));
  };
  /** Moves the rows of a user into the past, so that the test need not wait. */
  const age = (userId: string, seconds: number) =>
    identityDb().query(
      `UPDATE oauth_payload SET consumed_at = consumed_at - make_interval(secs => $2),
         expires_at = expires_at - make_interval(secs => $2) WHERE user_id = $1`,
      [userId, seconds],
    );

  it('gets the same tokens again for 10 s, from every replica', async () => {
    const bob = await register(platform, 'Bob');
    const first = await world.byPassword(bob);
    const answer = await world.refresh(first.refresh_token);
    expect(answer.status).toBe(200);
    await age(bob.user_id, 9);
    const repeated = [await world.refresh(first.refresh_token), await refreshAtOther(first.refresh_token)];
    for (const again of repeated) expect([again.status, tokensOf(again)]).toEqual([200, tokensOf(answer)]);
    expect(await kindsOf(bob.user_id)).toEqual([
      ...['AccessToken', 'AccessToken', 'Grant', 'RefreshAnswer', 'RefreshToken', 'RefreshToken used'],
    ]);
    const next = await world.refresh(answer.refresh_token);
    expect(next.status).toBe(200);
    expect(next.refresh_token).not.toBe(answer.refresh_token);
    expect(await world.statusOf(answer)).toBe(200);
  });

  it('gets one answer when it is used four times at once at two replicas, and is stored once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const carol = await register(platform, 'Carol');
      const { refresh_token } = await world.byPassword(carol);
      const answers = await Promise.all([
        world.refresh(refresh_token),
        refreshAtOther(refresh_token),
        world.refresh(refresh_token),
        refreshAtOther(refresh_token),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map((answer) => JSON.stringify(tokensOf(answer)))).size).toBe(1);
      expect(await kindsOf(carol.user_id)).toEqual([
        ...['AccessToken', 'AccessToken', 'Grant', 'RefreshAnswer', 'RefreshToken', 'RefreshToken used'],
      ]);
      expect((await world.refresh(answers[0].refresh_token)).status).toBe(200);
    }
  });

  it('ends the whole grant when it is used after 10 s, and the gateway refuses the access tokens within 5 s', async () => {
    const dora = await register(platform, 'Dora');
    const first = await world.byPassword(dora);
    const second = await world.refresh(first.refresh_token);
    expect([await world.statusOf(first), await world.statusOf(second)]).toEqual([200, 200]);
    await age(dora.user_id, 11);
    expect(await world.refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await world.refresh(second.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    await eventually(async () => {
      expect([await world.statusOf(first), await world.statusOf(second)]).toEqual([401, 401]);
    }, noticeMs);
    expect(await kindsOf(dora.user_id)).toEqual([]);
  });

  it('gets no repeated answer for another client, a wrong secret, or an ended grant', async () => {
    const { refresh_token = '' } = await world.byPassword(anna);
    const answer = await world.refresh(refresh_token);
    const stranger = await world.newClient();
    const form = { grant_type: 'refresh_token', refresh_token };
    expect(await oauthForm(platform, form, stranger)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const guess = { id: platform.credentials.id, secret: 'x'.repeat(40) };
    expect(await oauthForm(platform, form, guess)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await world.introspect(refresh_token)).toMatchObject({ active: false });
    await oauthForm(platform, { token: answer.refresh_token ?? '' }, platform.credentials, 'revoke');
    expect(await world.refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('has its answer sealed, so that no table shows a token', async () => {
    const { refresh_token } = await world.byPassword(anna);
    const { access_token, refresh_token: next = '' } = await world.refresh(refresh_token);
    const text = await dump(platform.services.identity);
    for (const secret of [refresh_token ?? '', next, access_token]) expect(text).not.toContain(secret);
  });
});
