import { Browser } from '@ces/testing/gateway/browser';
import { Platform } from '../platform/platform.js';
import { beginRegistration, password, register, type Registered } from '@ces/testing/gateway/registrations';
import { openSignIn } from '@ces/testing/gateway/user-tokens';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';

describe('guessing passwords on the sign-in page', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.start({ TRUST_PROXY: '127.0.0.0/8' });
    ({ platform, anna } = world);
  });

  afterAll(() => world.stop());

  const database = () => platform.services.identity.get(DataSource);
  const from = async (address: string, username: string, tried: string) => {
    const { browser, page } = await openSignIn(platform, {}, new Browser(platform.url, { 'x-forwarded-for': address }));
    return browser.submit(page, { username, password: tried, action: 'sign-in' });
  };

  const countOf = (subject: string, wrong: number) =>
    database().query(
      `UPDATE wrong_password SET in_a_row = $2 WHERE subject LIKE $1 AND
         last_at = (SELECT max(last_at) FROM wrong_password WHERE subject LIKE $1)`,
      [subject, wrong],
    );

  it('does not block the user in row 10 and the password grant', async () => {
    for (let i = 0; i < 6; i += 1) await from('192.0.2.1', anna.username, 'wrong');
    expect((await from('192.0.2.1', anna.username, password)).status).toBe(429);
    expect((await world.byPassword(anna)).status).toBe(200);
    const row10 = { username: anna.username, password };
    expect((await platform.api.post('/api/1/user/credentials/continue', row10)).status).toBe(200);
  });

  it('is blocked after 500 wrong passwords an hour from one network, for every name, also with the right password', async () => {
    await from('2001:db8::1', 'first@example.com', 'wrong');
    await countOf('asker:%', 498);
    expect((await from('2001:db8::1', anna.username, password)).status).toBe(0);
    for (const name of ['second', 'third']) {
      expect((await from('2001:db8::2', `${name}@example.com`, 'wrong')).status).toBe(400);
    }
    const held = await from('2001:db8::3', anna.username, password);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await from('2001:db8:0:1::1', anna.username, password)).status).toBe(0);
    expect((await world.byPassword(anna)).status).toBe(200);
  });

  it('of one account is blocked after 100 wrong passwords an hour, except in a browser that has signed in before', async () => {
    const owner = new Browser(platform.url, { 'x-forwarded-for': '192.0.2.77' });
    const attempt = async (browser: Browser, username: string, tried: string) => {
      const { page } = await openSignIn(platform, { prompt: 'login' }, browser);
      return (await browser.submit(page, { username, password: tried, action: 'sign-in' })).status;
    };
    const other = await register(platform, 'Bert');
    expect(await attempt(owner, anna.username, password)).not.toBe(429);
    await from('192.0.2.78', anna.username, 'wrong');
    await countOf('account:%', 99);
    expect((await from('192.0.2.79', anna.username, 'wrong')).status).toBe(400);
    expect((await from('192.0.2.80', anna.username, password)).status).toBe(429);
    const shared = new Browser(platform.url, { 'x-forwarded-for': '192.0.2.77' });
    expect(await attempt(shared, anna.username, password)).toBe(429);
    expect(await attempt(owner, anna.username, password)).not.toBe(429);
    // The browser is trusted only for the name that it signed in with.
    await from('192.0.2.81', other.username, 'wrong');
    await countOf('account:%', 100);
    expect(await attempt(owner, other.username, password)).toBe(429);
  });

  it('does not block a browser at the same address that has signed in before', async () => {
    const household = { 'x-forwarded-for': '192.0.2.90' };
    const clara = await register(platform, 'Clara');
    const owner = new Browser(platform.url, household);
    const signIn = async (browser: Browser, tried: string) => {
      const { page } = await openSignIn(platform, { prompt: 'login' }, browser);
      return (await browser.submit(page, { username: clara.username, password: tried, action: 'sign-in' })).status;
    };
    await signIn(owner, password);
    for (let i = 0; i < 5; i += 1) expect(await signIn(new Browser(platform.url, household), 'wrong')).toBe(400);
    expect(await signIn(new Browser(platform.url, household), password)).toBe(429);
    expect(await signIn(owner, password)).not.toBe(429);
    for (let i = 0; i < 5; i += 1) expect(await signIn(owner, 'wrong')).toBe(400);
    expect(await signIn(owner, password)).toBe(429);
  });

  it('gets the same pauses for the right password of an unfinished account as for an unknown name', async () => {
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
