import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { beginRegistration, mailedNonce, register } from '@ces/testing/gateway/registrations';
import { mailboxOf } from '../../apps/identity/src/mail/mail-limits.js';
import type { Platform } from '../platform/platform.js';
import { PasswordWorld } from './password-world.js';

describe('a link that is gone', () => {
  let world: PasswordWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await PasswordWorld.shared();
    ({ platform } = world);
  });

  afterAll(() => world.stop());

  const problem = ({ status, body }: ApiAnswer) => ({ status, code: (body as { code?: string } | undefined)?.code });
  const renew = (what: 'activator' | 'password', nonce: string) =>
    world.anonymous.post(`/api/1/user/${what}/renew?locale=nl_NL`, { nonce });
  const activate = (nonce: string) => world.anonymous.post('/api/1/user/activator/uniquelink', { nonce });
  const waiting = async () => {
    const { username, user_id, nonce } = await beginRegistration(platform);
    await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
    return { username, user_id, nonce: await mailedNonce(platform, username) };
  };
  const expire = (userId: string) =>
    world.query(
      `UPDATE nonce SET expires_at = now() - interval '1 minute', created_at = created_at - interval '2 minutes'
       WHERE user_id = $1`,
      [userId],
    );

  it('of an activation gets a new mail to the same address, with a new nonce', async () => {
    const { username, user_id, nonce } = await waiting();
    await expire(user_id);
    expect((await activate(nonce)).status).toBe(410);
    const renewed = await renew('activator', nonce);
    expect(renewed).toMatchObject({ status: 200, body: { sent: true, at: expect.stringMatching(/Z$/) } });
    const second = await mailedNonce(platform, username, 2);
    expect((await world.mailWith('Bevestig je e-mailadres', username)).text).toContain(second);
    expect((await activate(second)).status).toBe(200);
    expect(problem(await renew('activator', nonce))).toEqual({ status: 409, code: 'user-activated' });
  });

  it('says when a wish comes too soon', async () => {
    const { nonce } = await waiting();
    const refused = await renew('activator', nonce);
    expect(problem(refused)).toEqual({ status: 429, code: 'rate-limited' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('gets five mails a day', async () => {
    const { nonce, user_id } = await waiting();
    for (let n = 0; n < 4; n += 1) {
      await world.query(`UPDATE nonce SET created_at = created_at - interval '2 minutes' WHERE user_id = $1`, [
        user_id,
      ]);
      expect((await renew('activator', nonce)).status).toBe(200);
    }
    await world.query(`UPDATE nonce SET created_at = created_at - interval '2 minutes' WHERE user_id = $1`, [user_id]);
    const refused = await renew('activator', nonce);
    expect(problem(refused)).toEqual({ status: 429, code: 'rate-limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  it('says when the mail goes out, if the mailbox had too many today', async () => {
    const { username, user_id, nonce } = await waiting();
    await expire(user_id);
    await world.query(
      `INSERT INTO mail_place (mail_id, mailbox, client_id, at)
       SELECT gen_random_uuid(), $1, 'cl_other', now() - interval '23 hours' FROM generate_series(1, 20)`,
      [mailboxOf(username)],
    );
    const { body } = await renew('activator', nonce);
    expect(body).toMatchObject({ sent: false });
    const minutes = (Date.parse((body as { at: string }).at) - Date.now()) / 60_000;
    expect(Math.abs(minutes - 60)).toBeLessThan(5);
  });

  it('of a registration that was removed leads to nothing', async () => {
    const { nonce } = await waiting();
    await world.anonymous.post('/api/1/user/activator/reject', { nonce });
    expect(problem(await renew('activator', nonce))).toEqual({ status: 410, code: 'nonce-gone' });
    expect(problem(await renew('activator', 'x'.repeat(43)))).toEqual({ status: 400, code: 'nonce-invalid' });
  });

  it('for a new password gets a new mail to the same address', async () => {
    const { username, user_id } = await register(platform);
    const nonce = await world.forgottenNonce(username);
    await expire(user_id);
    expect((await world.reset(nonce)).status).toBe(410);
    expect((await renew('password', nonce)).body).toMatchObject({ sent: true });
    expect((await world.reset(await world.mailedNonce(username, 2))).status).toBe(204);
    expect(problem(await renew('password', 'x'.repeat(43)))).toEqual({ status: 400, code: 'nonce-invalid' });
  });
});
