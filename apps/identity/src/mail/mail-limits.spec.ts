import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
import { mailboxOf, MailLimits } from './mail-limits.js';

describe('the mailbox of an address', () => {
  it.each([
    ['a plus-address', 'a+b@example.com', 'a@example.com'],
    ['several plus signs', 'a+b+c@example.com', 'a@example.com'],
    ['a domain in Punycode', 'a@münchen.de', 'a@xn--mnchen-3ya.de'],
  ])('is the same for %s', (_, one, other) => {
    expect(mailboxOf(one)).toBe(mailboxOf(other));
  });

  it.each([
    ['another domain', 'a@münchen.de', 'a@munchen.de'],
    ['another local part', 'a@example.com', 'b@example.com'],
    ['a local part that begins with a plus sign', '+a@example.com', '+b@example.com'],
  ])('differs for %s', (_, one, other) => {
    expect(mailboxOf(one)).not.toBe(mailboxOf(other));
  });
});

describe('the limits of mails', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity({ MAILS_PER_CLIENT_AN_HOUR: '30' });
  });

  afterAll(() => identity.stop());
  beforeEach(() => identity.query('DELETE FROM mail_place'));

  const take = (mailbox: string, client_id: string, mail_id = newId()) =>
    identity.app.get(Transactions).run(() => identity.app.get(MailLimits).take({ mail_id, mailbox, client_id }));
  const resend = (address: string) =>
    identity.app.get(Transactions).run(() => identity.app.get(MailLimits).takeResend(newId(), address));

  it('give a mailbox 20 places in any 24 hours', async () => {
    for (let n = 0; n < 20; n += 1) expect(await take('box', `cl_${n}`)).toBeUndefined();
    const reached = await take('box', 'cl_a');
    expect(reached).toMatchObject({ of: 'mailbox', value: 'box', places: 20, seconds: 86_400 });
    const [first] = await identity.query<{ at: Date }>('SELECT at FROM mail_place ORDER BY at LIMIT 1');
    expect(reached?.until.getTime()).toBe((first?.at.getTime() ?? 0) + 86_400_000);
    expect(await take('other box', 'cl_a')).toBeUndefined();
    await identity.query(`UPDATE mail_place SET at = at - interval '1 day' WHERE client_id = 'cl_0'`);
    expect(await take('box', 'cl_a')).toBeUndefined();
    expect(await take('box', 'cl_a')).toMatchObject({ of: 'mailbox' });
  });

  it('give a client the configured number of places in an hour', async () => {
    for (let n = 0; n < 30; n += 1) expect(await take(`box ${n}`, 'cl_a')).toBeUndefined();
    expect(await take('box', 'cl_a')).toMatchObject({ of: 'client_id', value: 'cl_a', places: 30, seconds: 3_600 });
    expect(await take('box', 'cl_b')).toBeUndefined();
  });

  it('let a mail that is sent again keep its place', async () => {
    const mail_id = newId();
    expect(await take('box', 'cl_a', mail_id)).toBeUndefined();
    for (let n = 1; n < 20; n += 1) await take('box', 'cl_a');
    expect(await take('box', 'cl_a')).toMatchObject({ of: 'mailbox' });
    expect(await take('box', 'cl_a', mail_id)).toBeUndefined();
  });

  it('give a mailbox five resends a day, apart from its mails', async () => {
    const allowed: boolean[] = [];
    for (let n = 0; n < 6; n += 1) allowed.push(await resend(`anna+${n}@example.com`));
    expect(allowed).toEqual([true, true, true, true, true, false]);
    expect(await take(mailboxOf('anna@example.com'), 'cl_a')).toBeUndefined();
  });
});
