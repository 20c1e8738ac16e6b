import { registerCredentials } from '@ces/contracts/identity/credentials';
import { closeUser, finishDeletion, requestDeletion } from '@ces/contracts/identity/deletion';
import { activateUser } from '@ces/contracts/identity/registration';
import { startMailInbox, type MailInbox } from '@ces/local-stack/mail/mail-inbox';
import type { Mail } from '@ces/local-stack/mail/mail';
import { Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { UsersService } from '../users/users.service.js';
import type { NonceMailKind } from './mail-kinds.js';
import { mailboxOf, mailboxOfResets } from './mail-limits.js';
import { MailService } from './mail.service.js';

const client_id = 'cl_a';
const locale = 'en_GB';

describe('a newer link to the same mailbox', () => {
  let inbox: MailInbox;
  let identity: RunningService;

  beforeAll(async () => {
    inbox = await startMailInbox({ http: 0, smtp: 0 });
    identity = await startIdentity({ SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}` });
  });

  afterAll(async () => {
    await identity.stop();
    await inbox.stop();
  });

  const register = async (username: string) => {
    const registered = await identity.bus.call(registerCredentials, { username, password: 'correct horse', client_id });
    return registered.user_id;
  };
  const order = (kind: NonceMailKind, user_id: string, to: string) =>
    identity.app.get(Transactions).run(async () => {
      await identity.app.get(UsersService).lock(user_id);
      await identity.query(`UPDATE nonce SET created_at = created_at - interval '61 s' WHERE user_id = $1`, [user_id]);
      await identity.app.get(MailService).send({ kind, user_id, client_id, locale, to, hours: 24 });
    });
  const waiting = (user_id: string) =>
    identity.query<{ due: boolean }>('SELECT due_at <= now() AS due FROM mail_outbox WHERE user_id = $1', [user_id]);
  /** Waits for a number of mails to an address, and returns the nonces in them, the oldest first. */
  const noncesOf = (to: string, count: number) =>
    eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${inbox.httpPort}/api/mails`);
      const mails = ((await answer.json()) as Mail[]).filter((mail) => mail.to === to);
      expect(mails).toHaveLength(count);
      return mails.map(({ text }) => /#nonce=([\w-]{43})/.exec(text)?.[1] ?? '').reverse();
    });
  const sent = (user_id: string) =>
    eventually(async () => {
      expect(await waiting(user_id)).toEqual([]);
    });
  const postponed = (user_id: string) =>
    eventually(async () => {
      expect(await waiting(user_id)).toEqual([{ due: false }]);
    });
  const fill = (mailbox: string) =>
    identity.query(
      `INSERT INTO mail_place (mail_id, mailbox, client_id)
       SELECT gen_random_uuid(), $1, 'cl_other' FROM generate_series(1, 20)`,
      [mailbox],
    );
  const empty = async (mailbox: string) => {
    await identity.query('DELETE FROM mail_place WHERE mailbox = $1', [mailbox]);
    await identity.query('UPDATE mail_outbox SET due_at = now()');
  };
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: unknown) => (error as { code: string }).code,
    );
  const activate = (nonce = '') => refusal(identity.bus.call(activateUser, { nonce }));
  const finish = (nonce = '') => refusal(identity.bus.call(finishDeletion, { nonce }));
  const look = (nonce: string | undefined, purpose: 'activation' | 'password_reset') =>
    refusal(identity.app.get(NoncesService).look(nonce ?? '', purpose));

  it.each([
    ['activation', 'activation', mailboxOf],
    ['password-reset', 'password_reset', mailboxOfResets],
  ] as const)('voids the older one of kind %s only once it is delivered', async (kind, purpose, mailboxFor) => {
    const to = `${kind}@example.com`;
    const user_id = await register(to);
    await order(kind, user_id, to);
    const [first] = await noncesOf(to, 1);
    await sent(user_id);
    await fill(mailboxFor(to));
    await order(kind, user_id, to);
    await postponed(user_id);
    expect(await look(first, purpose)).toBe('accepted');
    await empty(mailboxFor(to));
    const [, second] = await noncesOf(to, 2);
    await sent(user_id);
    expect([await look(first, purpose), await look(second, purpose)]).toEqual(['nonce-gone', 'accepted']);
  });

  it('lives longer while its mail waits, and the older one does not', async () => {
    const to = 'lifetime@example.com';
    const user_id = await register(to);
    await order('activation', user_id, to);
    await noncesOf(to, 1);
    await sent(user_id);
    await fill(mailboxOf(to));
    await order('activation', user_id, to);
    await postponed(user_id);
    const lives = await identity.query<{ hours: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM nonce
       WHERE user_id = $1 AND purpose = 'activation' ORDER BY created_at`,
      [user_id],
    );
    expect(lives).toEqual([{ hours: 24 }, { hours: 48 }]);
  });

  it('is not sent after the older one has activated the account', async () => {
    const to = 'older@example.com';
    const user_id = await register(to);
    await order('activation', user_id, to);
    const [first] = await noncesOf(to, 1);
    await sent(user_id);
    await fill(mailboxOf(to));
    await order('activation', user_id, to);
    await postponed(user_id);
    expect(await activate(first)).toBe('accepted');
    expect(await waiting(user_id)).toEqual([]);
  });

  it('of a mail that is sent again after the death of its sender voids no link that is newer still', async () => {
    const to = 'again@example.com';
    const user_id = await register(to);
    await fill(mailboxOf(to));
    await order('activation', user_id, to);
    await postponed(user_id);
    const row = (
      await identity.query<{ row: string }>('SELECT m::text AS row FROM mail_outbox m WHERE user_id = $1', [user_id])
    )[0]?.row;
    await order('activation', user_id, to);
    await empty(mailboxOf(to));
    const [newest] = await noncesOf(to, 1);
    await sent(user_id);
    // The sender that held the replaced mail has died, and a backup of its row is sent.
    await identity.query('INSERT INTO mail_outbox SELECT ($1::mail_outbox).*', [row]);
    await identity.query('UPDATE mail_outbox SET due_at = now()');
    await noncesOf(to, 2);
    await sent(user_id);
    expect(await activate(newest)).toBe('accepted');
  });

  it('to delete the account voids no older one, rows 25 and 9', async () => {
    const to = 'deleted@example.com';
    const user_id = await register(to);
    for (let mails = 1; mails <= 2; mails += 1) {
      await identity.bus.call(requestDeletion, { user_id, client_id, locale });
      await noncesOf(to, mails);
      await sent(user_id);
    }
    await identity.bus.call(closeUser, { user_id, client_id, locale });
    const [first, ...others] = await noncesOf(to, 3);
    expect(await finish(first)).toBe('accepted');
    for (const other of others) expect(await finish(other)).toBe('nonce-gone');
  });
});
