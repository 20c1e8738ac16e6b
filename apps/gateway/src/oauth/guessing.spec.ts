import { Browser } from '@ces/testing/browser';
import { Platform } from '@ces/testing/platform';
import { beginRegistration, password, type Registered } from '@ces/testing/registrations';
import { openSignIn } from '@ces/testing/user-tokens';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../../test/oauth-world.js';

describe('guessing on the sign-in page', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.start({ TRUST_PROXY: 'on' });
    ({ platform, anna } = world);
  }, 60_000);

  afterAll(() => world.stop());

  const database = () => platform.services.identity.get(DataSource);
  const from = async (address: string, username: string, tried: string) => {
    const { browser, page } = await openSignIn(platform, {}, new Browser(platform.url, { 'x-forwarded-for': address }));
    return browser.submit(page, { username, password: tried, action: 'sign-in' });
  };

  it('locks out nobody who comes through the client by another way (row 10, the password grant)', async () => {
    await database().query('INSERT INTO wrong_password (subject, in_a_row) VALUES ($1, 499)', [
      `client:${platform.credentials.id}`,
    ]);
    for (let i = 0; i < 3; i += 1) await from('192.0.2.1', `stranger${i}@example.com`, 'wrong');
    expect((await world.byPassword(anna)).status).toBe(200);
    const row10 = { username: anna.username, password };
    expect((await platform.api.post('/api/1/user/credentials/continue', row10)).status).toBe(200);
  });

  it('is held up for the address it comes from, whatever names it tries, and even if one of them is its own', async () => {
    await from('2001:db8::1', 'first@example.com', 'wrong');
    const [counted] = await database().query<[{ subject: string }[], number]>(
      `UPDATE wrong_password SET in_a_row = 98 WHERE last_at = (SELECT max(last_at) FROM wrong_password
         WHERE subject LIKE 'address:%') RETURNING subject`,
    );
    expect(counted).toHaveLength(1);
    expect((await from('2001:db8::1', anna.username, password)).status).toBe(0);
    for (const name of ['second', 'third']) {
      expect((await from('2001:db8::2', `${name}@example.com`, 'wrong')).status).toBe(400);
    }
    const held = await from('2001:db8::3', anna.username, password);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect((await from('2001:db8:0:1::1', anna.username, password)).status).toBe(0);
    expect((await world.byPassword(anna)).status).toBe(200);
  });

  it('learns from no pause that the password of an account which is not ready was right', async () => {
    const unfinished = await beginRegistration(platform);
    const answers = async (username: string, tried: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 7; i += 1) statuses.push((await from('192.0.2.9', username, tried)).status);
      return statuses;
    };
    const wrong = await answers('nobody@example.com', password);
    expect(await answers(unfinished.username, password)).toEqual(wrong);
    expect(wrong).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});
