import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { beginRegistration, mailedNonce, newName, password, register } from '@ces/testing/gateway/registrations';
import { codeFor, openSignIn, redeem } from '@ces/testing/gateway/user-tokens';
import { eventually } from '@ces/testing/eventually';
import { mailboxOf } from '../../apps/identity/src/mail/mail-limits.js';
import { noticeMs } from '../platform/oauth-world.js';
import type { Platform } from '../platform/platform.js';
import { newPassword, PasswordWorld } from './password-world.js';

const notice = 'Ihr Passwort wurde geändert';

describe('a forgotten password', () => {
  let world: PasswordWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await PasswordWorld.start();
    ({ platform } = world);
  });

  afterAll(() => world.stop());

  const problem = ({ status, body }: ApiAnswer) => ({ status, code: (body as { code?: string } | undefined)?.code });
  const gone = { status: 410, code: 'nonce-gone' };
  const complete = (auth_nonce: string) => platform.api.post('/api/1/user/complete', { auth_nonce });

  it('is replaced by a new one with the nonce from the mail, once', async () => {
    const anna = await register(platform);
    expect(await world.forgot(anna.username.toUpperCase())).toMatchObject({ status: 204, text: '' });
    const { text, html } = await world.mailWith('Kies een nieuw wachtwoord', anna.username);
    expect(text).toContain(`${platform.url}/reset-password?locale=nl_NL#nonce=`);
    expect(html).toContain('Nieuw wachtwoord kiezen</a>');
    expect(await world.statusOfSignIn(anna)).toBe(200);
    const nonce = await world.mailedNonce(anna.username);
    expect(problem(await world.reset(nonce, 'short'))).toEqual({ status: 400, code: 'validation-failed' });
    expect(await world.reset(nonce)).toMatchObject({ status: 204, text: '' });
    expect([await world.statusOfSignIn(anna), await world.statusOfSignIn(anna, newPassword)]).toEqual([400, 200]);
    const mail = await world.mailWith(notice, anna.username);
    expect(mail.text).not.toContain('http');
    expect(problem(await world.reset(nonce))).toEqual(gone);
    expect(problem(await world.reset('x'.repeat(43)))).toEqual({ status: 400, code: 'nonce-invalid' });
  });

  it('ends a sign-in that is under way in a browser of another user', async () => {
    const [anna, bert] = [await register(platform), await register(platform)];
    const begun = await openSignIn(platform);
    await codeFor(begun, bert.username, password);
    const { browser, page } = await openSignIn(platform, { prompt: 'login' }, begun.browser);
    const leaving = await browser.submit(page, { username: anna.username, password, action: 'sign-in' });
    expect(leaving.html).toContain('name="logout" value="yes"');
    await world.reset(await world.forgottenNonce(anna.username));
    expect(await browser.submit(leaving, {})).toMatchObject({ status: 400, url: expect.not.stringContaining('code=') });
  });

  it('ends every session, refresh token and access token of the user', async () => {
    const anna = await register(platform);
    const begun = await openSignIn(platform);
    const tokens = await redeem(platform, await codeFor(begun, anna.username, password), begun.verifier);
    const byPassword = await world.oauth.byPassword(anna);
    expect([await world.oauth.statusOf(tokens), await world.oauth.statusOf(byPassword)]).toEqual([200, 200]);
    await world.reset(await world.forgottenNonce(anna.username));
    for (const { refresh_token } of [tokens, byPassword]) {
      expect(await world.oauth.refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    }
    expect((await openSignIn(platform, {}, begun.browser)).page.html).toContain('<h1>Sign in</h1>');
    await eventually(async () => {
      expect([await world.oauth.statusOf(tokens), await world.oauth.statusOf(byPassword)]).toEqual([401, 401]);
    }, noticeMs);
  });

  it('activates an account that waits for its activation, and ends what a stranger may have prepared', async () => {
    const { username, user_id, nonce } = await beginRegistration(platform);
    await complete(nonce);
    const activation = await mailedNonce(platform, username);
    await platform.api.post(`/api/1/user/connections/${user_id}`, { provider_name: 'acme', owner_id: username });
    expect((await world.reset(await world.forgottenNonce(username))).status).toBe(204);
    expect((await platform.api.get(`/api/1/user/details/${user_id}`)).body).toMatchObject({ active: true });
    expect((await platform.api.get(`/api/1/user/connections/${user_id}`)).body).toEqual([]);
    expect(await world.statusOfSignIn({ user_id, username }, newPassword)).toBe(200);
    const late = await platform.api.post('/api/1/user/activator/uniquelink', { nonce: activation });
    expect(problem(late)).toEqual(gone);
  });

  it('of an unfinished registration is replaced, and the registration goes on with the new one', async () => {
    const { username, user_id, nonce } = await beginRegistration(platform);
    await world.reset(await world.forgottenNonce(username));
    expect((await platform.api.get(`/api/1/user/details/${user_id}`)).body).toMatchObject({
      active: false,
      completed_registration: false,
    });
    expect(problem(await complete(nonce))).toEqual(gone);
    const again = { username, password: newPassword };
    const { body } = await platform.api.post('/api/1/user/credentials/continue', again);
    expect(body).toMatchObject({ completed: false, continue: true });
    expect((await complete((body as { nonce: string }).nonce)).status).toBe(204);
  });

  it('gets the same answer for every name, and a mail only for an open account', async () => {
    const [active, closed] = [await register(platform), await register(platform)];
    await platform.api.post(`/api/1/user/${closed.user_id}/delete`);
    const names = [newName(), 'no address', '', '\0', active.username, closed.username];
    const answers = [];
    for (const name of names) answers.push(await world.forgot(name));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(names.map(() => [204, '']));
    await world.processed();
    const mails = await Promise.all([...names, ''].map((name) => platform.mailsTo(name)));
    expect(
      mails
        .flat()
        .filter(({ subject }) => subject.startsWith('Kies'))
        .map(({ to }) => to),
    ).toEqual([active.username]);
    expect(problem(await world.post('forgot', {}))).toEqual({ status: 400, code: 'validation-failed' });
  });

  it('is mailed five times a day to a mailbox, known or not, and once a minute to a user', async () => {
    const { username } = await register(platform);
    const unknown = newName();
    for (const name of [unknown, username]) {
      for (let n = 0; n < 4; n += 1) {
        expect((await world.forgot(name.replace('@', `+${n}@`))).text).toBe('');
        expect((await world.forgot(name)).text).toBe('');
      }
      await world.processed();
      const places = await world.query('SELECT FROM mail_place WHERE mailbox = $1', [`forgotten ${mailboxOf(name)}`]);
      expect(places).toHaveLength(5);
    }
    await world.query(`UPDATE mail_place SET at = at - interval '1 day'`);
    await world.forgot(username);
    await world.processed();
    const mails = (await platform.mailsTo(username)).filter(({ subject }) => subject.startsWith('Kies'));
    expect(mails).toHaveLength(1);
  });

  it('is mailed also when strangers have used up the other mails of the mailbox', async () => {
    const { username } = await register(platform);
    await world.query(
      `INSERT INTO mail_place (mail_id, mailbox, client_id)
       SELECT gen_random_uuid(), $1, 'cl_other' FROM generate_series(1, 20)`,
      [mailboxOf(username)],
    );
    expect(await world.forgottenNonce(username)).toHaveLength(43);
  });

  it('cannot be replaced once the account is closed', async () => {
    const { username, user_id } = await register(platform);
    const nonce = await world.forgottenNonce(username);
    await platform.api.post(`/api/1/user/${user_id}/delete`);
    expect(problem(await world.reset(nonce))).toEqual(gone);
  });

  it('repeats nothing for the same idempotency key', async () => {
    const { username } = await register(platform);
    const body = { nonce: await world.forgottenNonce(username), password: newPassword };
    const send = () => world.anonymous.post('/api/1/user/password/reset', body, { 'Idempotency-Key': 'again' });
    expect((await send()).status).toBe(204);
    const replayed = await send();
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
  });

  it('needs a client token with the scope registration', async () => {
    const other = await world.oauth.newClient({ scopes: ['users:read'] });
    expect((await world.forgot(newName(), {}, await platform.api.as(other))).status).toBe(403);
    expect((await world.forgot(newName(), {}, world.anonymous)).status).toBe(401);
  });

  describe('leads to a page of the client', () => {
    let shop: ClientWithSecret;

    beforeAll(async () => {
      const pages = {
        password_url: 'https://shop.example/new-password#x',
        redirect_uris: ['https://app.example/back'],
      };
      shop = await world.oauth.newClient({ name: 'Shop', scopes: ['registration'], ...pages });
    });

    const linkFor = async (more: object) => {
      const { username } = await register(platform);
      expect((await world.forgot(username, more, await platform.api.as(shop))).status).toBe(204);
      return (await world.mailWith('Kies een nieuw wachtwoord', username)).text;
    };

    it('that the client has set', async () => {
      expect(shop.password_url).toBe('https://shop.example/new-password#x');
      expect(await linkFor({})).toMatch(/https:\/\/shop\.example\/new-password#nonce=[\w-]{43}\n/);
    });

    it('that the request names, if it has the origin of one of the client', async () => {
      const link = await linkFor({ password_url: 'https://app.example/forgot?x=1' });
      expect(link).toMatch(/https:\/\/app\.example\/forgot\?x=1#nonce=[\w-]{43}\n/);
      for (const password_url of ['https://evil.example/', 'http://app.example/', 'http://999.999.999.999/']) {
        const refused = await world.forgot(newName(), { password_url }, await platform.api.as(shop));
        expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/password_url' }] } });
      }
    });
  });

  describe('from the sign-in page', () => {
    it('gets the same page for every name, and a mail in the language of the page', async () => {
      const { username } = await register(platform);
      const { browser, page } = await openSignIn(platform, { ui_locales: 'nl', login_hint: 'hint@example.com' });
      const [, link = ''] = /<a href="([^"]+)">Wachtwoord vergeten\?<\/a>/.exec(page.html) ?? [];
      const form = await browser.open(new URL(link.replaceAll('&amp;', '&'), page.url));
      expect(form.html).toMatch(/<h1>Wachtwoord vergeten\?<\/h1>[^]*value="hint@example\.com"/);
      expect(form.headers.get('content-security-policy')).toContain("script-src 'none'");
      const shown = new Set<string>();
      for (const name of [username, newName()]) {
        const answer = await browser.submit(form, { username: name });
        expect(answer.status).toBe(200);
        shown.add(answer.html.replaceAll(name, ''));
      }
      expect(shown.size).toBe(1);
      const back = /<a href="([^"]+)">Terug naar inloggen<\/a>/.exec(form.html)?.[1] ?? '';
      expect((await browser.open(new URL(back, form.url))).html).toContain('<h1>Inloggen</h1>');
      expect((await world.reset(await world.mailedNonce(username))).status).toBe(204);
      expect((await browser.submit(page, { username, password: newPassword, action: 'sign-in' })).url).toContain(
        'code=',
      );
    });

    it('is asked for only in a sign-in under way, and by a form of our own page', async () => {
      const { browser, page } = await openSignIn(platform);
      const path = new URL(page.url).pathname;
      const evil = await fetch(`${platform.url}${path}?forgot=yes`, {
        method: 'POST',
        headers: { accept: 'text/html' },
      });
      expect([evil.status, await evil.text()]).toEqual([400, expect.stringContaining('This page is out of date')]);
      expect((await browser.open(`${path}?forgot=yes`)).status).toBe(200);
    });
  });
});
