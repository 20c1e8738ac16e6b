import { openSteps } from '@ces/contracts/identity/registration';
import type { Registration } from '@ces/contracts/identity/credentials';
import type { Connection } from '@ces/contracts/identity/users';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { beginRegistration, mailedNonce, newName, password, register } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { Chores } from '@ces/service/chores/chores';
import { mailboxOf } from '../../apps/identity/src/mail/mail-limits.js';
import { DataSource } from 'typeorm';

describe('the limits of mails', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ MAILS_PER_CLIENT_AN_HOUR: '100' });
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
  });

  afterAll(() => platform.stop());
  beforeEach(() => query('DELETE FROM mail_place; DELETE FROM mail_outbox; DELETE FROM resend_request'));

  const query = (sql: string) => platform.services.identity.get(DataSource).query<Record<string, unknown>[]>(sql);
  const runChores = () => platform.services.identity.get(Chores).runAllNow();
  const countOf = async (sql: string) => Number((await query(`SELECT count(*) AS n FROM ${sql}`))[0]?.['n']);
  const resend = (username: string, api: ApiClient = platform.api) =>
    api.post('/api/1/user/activator/resend?locale=nl_NL', { username });
  const takePlaces = (places: number, mailboxAndClient: string) =>
    query(`INSERT INTO mail_place (mail_id, mailbox, client_id)
      SELECT gen_random_uuid(), ${mailboxAndClient} FROM generate_series(1, ${places})`);
  const received = async (addresses: string[]) =>
    (await Promise.all(addresses.map((each) => platform.mailsTo(each)))).flat().length;

  /** Rows 12, 15 and 19. */
  const complete = async (username: string, api: ApiClient = platform.api, owner?: string) => {
    const made = owner === undefined ? undefined : await api.post(`/api/1/oauth2/provider/acme/${owner}`);
    const of = made?.body as Connection | undefined;
    const begun = await api.post('/api/1/user/credentials', { username, password, user_id: of?.user_id });
    const { nonce, user_id } = begun.body as Registration;
    await api.post('/api/1/user/person', { auth_nonce: nonce, firstName: 'Anna', lastName: 'Berg' });
    expect((await api.post('/api/1/user/complete', { auth_nonce: nonce })).status).toBe(204);
    return { user_id, username };
  };
  const newClient = async (more: object = {}) => {
    const wanted = { name: 'Other', scopes: ['registration'], ...more };
    const made = await platform.api.post('/api/1/admin/clients', wanted);
    return platform.api.as(made.body as { id: string; secret: string });
  };
  const processed = () =>
    eventually(async () => {
      expect(await countOf('resend_request')).toBe(0);
    });
  const sentExcept = (waiting: number) =>
    eventually(async () => {
      expect(await countOf("mail_outbox WHERE due_at < now() + interval '1 minute'")).toBe(0);
      expect(await countOf('mail_outbox')).toBe(waiting);
    });

  it('let 20 mails a day through to all plus-addresses of a mailbox; the others wait and are not dropped', async () => {
    const mailbox = newName();
    const names = Array.from({ length: 6 }, (_, n) => mailbox.replace('@', `+${n}@`));
    await takePlaces(17, `'${mailboxOf(mailbox)}', 'cl_other'`);
    for (const name of names) await complete(name);
    await sentExcept(3);
    expect(await received(names)).toBe(3);
    // Moves everything a day back. Nonces of that day would have expired.
    await query(`UPDATE mail_place SET at = at - interval '1 day'`);
    await query(
      `UPDATE mail_outbox SET due_at = due_at - interval '1 day', expires_at = expires_at - interval '1 day'`,
    );
    await query(
      `UPDATE nonce SET expires_at = expires_at - interval '1 day', created_at = created_at - interval '1 day'`,
    );
    await sentExcept(0);
    expect(await received(names)).toBe(6);
    const last = (await Promise.all(names.map((name) => platform.mailsTo(name))))
      .flat()
      .sort((a, b) => (a.received_at < b.received_at ? 1 : -1))[0];
    const activation = await mailedNonce(platform, last?.to ?? '');
    expect((await platform.api.post('/api/1/user/activator/uniquelink', { nonce: activation })).status).toBe(200);
  });

  const fillMailbox = (name: string) => takePlaces(20, `'${mailboxOf(name)}', 'cl_other'`);

  it('do not apply to rows 9 and 26', async () => {
    const { username, user_id } = await register(platform);
    await fillMailbox(username);
    expect(await countOf('mail_place')).toBeGreaterThanOrEqual(20);
    await platform.api.post(`/api/1/user/${user_id}/delete`);
    await eventually(async () => {
      expect((await platform.mailsTo(username))[0]).toMatchObject({ subject: 'Your account has been closed' });
    });
  });

  it('let the configured number of mails of a client through in an hour; the others wait', async () => {
    const api = await newClient({ name: 'Limited' });
    const names = Array.from({ length: 3 }, newName);
    await takePlaces(98, `'other', (SELECT id FROM client WHERE name = 'Limited')`);
    for (const name of names) await complete(name, api);
    await sentExcept(1);
    expect(await received(names)).toBe(2);
    await complete(newName());
    await sentExcept(1);
    await query(`UPDATE mail_place SET at = at - interval '1 hour'`);
    await query('UPDATE mail_outbox SET due_at = now()');
    await sentExcept(0);
    expect(await received(names)).toBe(3);
  });

  it('do not delay mails of other clients, however many mails of one client wait', async () => {
    await takePlaces(100, `'full', 'cl_full'`);
    const nonce = `INSERT INTO nonce (hash, purpose, user_id, client_id, expires_at)
      SELECT sha256(n::text::bytea), 'activation', 'waits' || n, 'cl_full', now() + interval '24 hours'`;
    await query(`${nonce} FROM generate_series(1, 2000) n`);
    await query(`INSERT INTO mail_outbox
      (id, user_id, kind, recipient, locale, link, due_at, expires_at, mailbox, client_id, hours)
      SELECT gen_random_uuid(), 'waits' || n, 'activation', n || '@example.com', 'en_GB', 'x', now() - interval '1 minute',
        now() + interval '24 hours', n, 'cl_full', 24 FROM generate_series(1, 2000) n`);
    const { username } = await complete(newName());
    await mailedNonce(platform, username);
    await sentExcept(2_000);
    const ofHours = await query(`SELECT count(*)::int AS mails FROM mail_outbox GROUP BY due_at ORDER BY due_at`);
    expect(ofHours).toEqual(Array.from({ length: 20 }, () => ({ mails: 100 })));
    expect(
      await countOf(`mail_outbox m JOIN nonce n USING (user_id) WHERE n.expires_at = m.expires_at
        AND m.expires_at = m.due_at + interval '24 hours' AND m.attempts = 0`),
    ).toBe(2_000);
  });

  it('allow five resends a day for any name, known or not, apart from the mails of the mailbox', async () => {
    const { username } = await complete(newName());
    await mailedNonce(platform, username);
    const unknown = newName();
    for (const name of [unknown, username]) {
      for (let n = 0; n < 7; n += 1) {
        expect((await resend(name.replace('@', `+${n}@`))).text).toBe('');
        expect((await resend(name)).text).toBe('');
      }
      await processed();
      expect(await countOf(`mail_place WHERE mailbox = 'resend ${mailboxOf(name)}'`)).toBe(5);
    }
    expect(await countOf('mail_place')).toBe(5 + 5 + 1);
    expect(await platform.mailsTo(username)).toHaveLength(1);
  });

  it.each([
    ['of a new user', undefined, 404],
    ['of a user made in advance', 'waits', 200],
  ])('do not keep a registration that waits for its mail longer than seven days: %s', async (_, owner, status) => {
    const name = newName();
    await fillMailbox(name);
    const { user_id } = await complete(name, platform.api, owner);
    await sentExcept(1);
    await query(`UPDATE credential SET created_at = now() - interval '8 days' WHERE user_id = '${user_id}'`);
    await runChores();
    expect((await platform.api.get(`/api/1/user/details/${user_id}`)).status).toBe(status);
    expect(await countOf('mail_outbox')).toBe(0);
  });

  describe('POST /api/1/user/activator/resend', () => {
    it('sends the mail of a registration that is not activated again, and voids the older nonce', async () => {
      const { username } = await complete(newName());
      const first = await mailedNonce(platform, username);
      await query(`UPDATE nonce SET created_at = created_at - interval '2 minutes'`);
      expect((await resend(username.toUpperCase())).status).toBe(204);
      const second = await mailedNonce(platform, username, 2);
      await sentExcept(0);
      expect((await platform.mailsTo(username))[0]).toMatchObject({ subject: 'Bevestig je e-mailadres' });
      const activate = async (nonce: string) =>
        (await platform.api.post('/api/1/user/activator/uniquelink', { nonce })).status;
      expect([await activate(first), await activate(second)]).toEqual([410, 200]);
    });

    it('answers unknown, unfinished, active, closed and malformed names alike', async () => {
      const active = await register(platform);
      const closed = await register(platform);
      await platform.api.post(`/api/1/user/${closed.user_id}/delete`);
      const unfinished = await beginRegistration(platform);
      const waiting = await complete(newName());
      await sentExcept(0);
      const names = [
        newName(),
        'no address',
        '',
        '\0',
        ...[active, closed, unfinished, waiting].map((each) => each.username),
      ];
      const before = await received(names);
      for (const name of names) {
        const { status, text } = await resend(name);
        expect([name, status, text]).toEqual([name, 204, '']);
      }
      expect(await countOf('resend_request')).toBeLessThanOrEqual(names.length);
      await processed();
      await sentExcept(0);
      expect(await received(names)).toBe(before);
      expect(await countOf('resend_request')).toBe(0);
      expect((await platform.api.post('/api/1/user/activator/resend', {})).status).toBe(400);
    });

    it('links to the page of the client that registered, when another client asks', async () => {
      const { username } = await complete(newName());
      await mailedNonce(platform, username);
      await query(`UPDATE nonce SET created_at = created_at - interval '2 minutes'`);
      await resend(username, await newClient({ activation_url: 'https://stranger.example/welcome' }));
      await mailedNonce(platform, username, 2);
      const [mail] = await platform.mailsTo(username);
      expect(mail?.text).toContain(`${platform.url}/activate?`);
      expect(mail?.text).not.toContain('stranger.example');
    });

    it('keeps 1,000 waiting requests of a client, and drops the others', async () => {
      const insert = 'INSERT INTO resend_request (id, username, client_id, locale)';
      const database = platform.services.identity.get(DataSource);
      await database.transaction(async (tx) => {
        // The chore takes a place for each request, so this lock keeps it from completing any.
        await tx.query('LOCK TABLE mail_place IN EXCLUSIVE MODE');
        await query(`${insert} SELECT gen_random_uuid(), '', '${platform.credentials.id}', 'en_GB'
          FROM generate_series(1, 999)`);
        for (const name of [newName(), newName()]) expect((await resend(name)).status).toBe(204);
        expect(await countOf('resend_request')).toBe(1_000);
        await resend(newName(), await newClient());
        expect(await countOf('resend_request')).toBe(1_001);
      });
    });

    it('does not wait for a user that another transaction holds, and gives up after a minute', async () => {
      const { username, user_id } = await complete(newName());
      await mailedNonce(platform, username);
      const database = platform.services.identity.get(DataSource);
      await database.transaction(async (tx) => {
        await tx.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [user_id]);
        await resend(username);
        await resend(newName());
        await eventually(async () => {
          expect(await query('SELECT username FROM resend_request')).toEqual([{ username }]);
        });
        await query('UPDATE resend_request SET attempts = 59');
        await processed();
      });
      expect(await platform.mailsTo(username)).toHaveLength(1);
    });

    it('needs a client token with the scope registration', async () => {
      const api = await newClient({ scopes: ['users:read'] });
      expect((await resend(newName(), api)).status).toBe(403);
    });
  });
});
