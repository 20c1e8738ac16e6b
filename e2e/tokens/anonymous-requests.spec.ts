import { Chores } from '@ces/service/chores/chores';
import { catchLogs } from '@ces/testing/catch-logs';
import { callback, type Platform } from '../platform/platform.js';
import { password, type Registered } from '@ces/testing/gateway/registrations';
import { codeFor, openSignIn, redeem } from '@ces/testing/gateway/user-tokens';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';

const bound = 20;

describe('rows of callers who have not signed in', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.start({ SIGN_INS_UNDER_WAY: String(bound), TRUST_PROXY: '127.0.0.0/8' });
    ({ platform, anna } = world);
  });

  afterAll(() => world.stop());

  const identityDb = () => platform.services.identity.get(DataSource);
  const anonymous = () =>
    identityDb().query<{ kind: string; minutes: number; bytes: number }[]>(
      `SELECT kind, ceil(extract(epoch FROM expires_at - now()) / 60)::int AS minutes, octet_length(payload::text) AS bytes
       FROM oauth_payload WHERE user_id IS NULL`,
    );
  let networks = 0;
  /** Each request comes from another network unless the headers name one. */
  const authorize = (more: Record<string, string> = {}, init: RequestInit = {}) => {
    networks += 1;
    const headers = { 'x-forwarded-for': `192.0.2.${networks}`, ...(init.headers as Record<string, string>) };
    const query = new URLSearchParams({
      client_id: platform.credentials.id,
      response_type: 'code',
      redirect_uri: callback,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...more,
    });
    return fetch(`${platform.url}/oauth2/authorize?${query.toString()}`, { redirect: 'manual', ...init, headers });
  };
  const purge = async () => {
    await identityDb().query(`UPDATE oauth_payload SET expires_at = now() - interval '1 s' WHERE user_id IS NULL`);
    await platform.services.identity.get(Chores).runNow('purge-grants');
    await sleep(1_001); // the rows are counted once a second
  };

  it('are limited in size: a state to 2 KiB, all parameters to 8 KiB', async () => {
    expect((await authorize({ state: 'é'.repeat(1_024) })).status).toBe(303);
    for (const state of ['é'.repeat(1_025), 'x'.repeat(2_049)]) {
      const refused = await authorize({ state });
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.any(String) },
      ]);
    }
    for (const path of ['authorize', 'logout']) {
      const long = new URLSearchParams({ nonce: 'x'.repeat(9_000) }).toString();
      for (const init of [{}, { method: 'POST', body: new URLSearchParams(long) }]) {
        const url = `${platform.url}/oauth2/${path}${'body' in init ? '' : `?${long}`}`;
        const refused = await fetch(url, { redirect: 'manual', ...init });
        expect([path, refused.status, await refused.json()]).toEqual([
          path,
          413,
          { error: 'invalid_request', error_description: expect.any(String) },
        ]);
      }
    }
    const rows = await anonymous();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.bytes).toBeLessThan(8_192);
  });

  it('live for 15 minutes, also the row of a sign-out question', async () => {
    await purge();
    await authorize();
    const asked = await fetch(`${platform.url}/oauth2/logout?client_id=${platform.credentials.id}&state=of+a+stranger`);
    expect(asked.status).toBe(200);
    expect((await anonymous()).map(({ kind, minutes }) => `${kind} ${minutes}`).sort()).toEqual([
      'Interaction 15',
      'Session 15',
    ]);
  });

  it('are limited in number: further requests get 503 and keep no row, until some rows have expired', async () => {
    await purge();
    const { errors } = catchLogs();
    const waiting = await openSignIn(platform);
    const answers = await Promise.all(Array.from({ length: 2 * bound }, () => authorize()));
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 303).length + refused.length).toBe(2 * bound);
    expect(refused.length).toBeGreaterThanOrEqual(bound);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(await refused[0]?.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect((await authorize({}, { headers: { accept: 'text/html' } })).headers.get('content-type')).toMatch(
      'text/html',
    );
    expect((await fetch(`${platform.url}/oauth2/logout`)).status).toBe(503);
    expect((await anonymous()).length).toBeLessThanOrEqual(bound);
    expect(errors.map(([what]) => what)).toEqual(['sign-ins are refused: SIGN_INS_UNDER_WAY are under way']);
    // A sign-in under way can still finish, and a browser with a session still gets codes.
    const tokens = await redeem(platform, await codeFor(waiting, anna.username, password), waiting.verifier);
    expect(tokens.status).toBe(200);
    expect((await openSignIn(platform, {}, waiting.browser)).page.url).toContain('code=');
    await purge();
    expect((await authorize()).status).toBe(303);
  });

  it('leave room for other networks when one network begins very many sign-ins', async () => {
    await purge();
    const from = async (address: string) => (await authorize({}, { headers: { 'x-forwarded-for': address } })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push(await from(`2001:db8::${n}`));
    expect(statuses).toEqual([...Array<number>(10).fill(303), 503]);
    expect(await from('2001:db8:0:1::1')).toBe(303);
  });
});
