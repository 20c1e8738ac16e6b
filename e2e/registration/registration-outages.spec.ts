import { openSteps } from '@ces/contracts/identity/registration';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { beginRegistration } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { DataSource } from 'typeorm';
import { freePort } from '@ces/local-stack/processes/free-port';
import type { Mail } from '@ces/local-stack/mail/mail';
import { startMailInbox } from '@ces/local-stack/mail/mail-inbox';

describe('registration while the cards service is away', () => {
  it('answers 503 where steps of cards are needed, and never that nothing is missing', async () => {
    const platform = await Platform.start();
    const { nonce } = await beginRegistration(platform);
    const step = await platform.api.get(`/api/1/user/complete-step?auth_nonce=${nonce}`);
    const complete = await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
    for (const answer of [step, complete]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'service-unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    await eventually(async () => {
      expect((await platform.api.get(`/api/1/user/complete-step?auth_nonce=${nonce}&skip=3&skip=4`)).status).toBe(204);
    });
    await platform.stop();
  });
});

describe('registration while the mail server is away', () => {
  it('answers rows 19 and 25 as usual, and sends their mails once later', async () => {
    const smtp = await freePort();
    const platform = await Platform.start({ SMTP_URL: `smtp://127.0.0.1:${smtp}` });
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: true }));
    const database = platform.services.identity.get(DataSource);
    const { nonce, user_id, username } = await beginRegistration(platform);
    expect((await platform.api.post('/api/1/user/complete', { auth_nonce: nonce })).status).toBe(204);
    const asUser = await platform.asUser(user_id, 'account');
    expect((await asUser.post('/api/1/user/delete/request')).body).toEqual({ requested: true });
    await eventually(async () => {
      const tried = await database.query('SELECT FROM mail_outbox WHERE last_error IS NOT NULL');
      expect(tried).toHaveLength(2);
    });
    const inbox = await startMailInbox({ http: 0, smtp });
    await database.query('UPDATE mail_outbox SET due_at = now()');
    await eventually(async () => {
      expect(await database.query('SELECT FROM mail_outbox')).toEqual([]);
    });
    const mails = (await (await fetch(`http://127.0.0.1:${inbox.httpPort}/api/mails`)).json()) as Mail[];
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      `${username} Please confirm that your account is to be deleted`,
      `${username} Please confirm your e-mail address`,
    ]);
    await inbox.stop();
    await platform.stop();
  });
});
