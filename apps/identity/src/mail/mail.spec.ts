import { createClient } from '@ces/contracts/identity/clients';
import * as texts from '@ces/contracts/identity/mails/mail-texts';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { catchLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@ces/local-stack/processes/free-port';
import { DataSource } from 'typeorm';
import { startIdentity } from '../../test/start-identity.js';
import { Chores } from '@ces/service/chores/chores';
import { Sealer } from '../sealing/sealer.js';
import { MailService } from './mail.service.js';

const user_id = 'A'.repeat(25);

describe('mails', () => {
  let identity: RunningService;
  let server: SMTPServer;
  let port: number;
  let received: string[] = [];
  const recipients: string[] = [];
  let refuse = false;

  beforeAll(async () => {
    port = await freePort();
    identity = await startIdentity({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Shop <shop@example.com>',
    });
  });

  afterAll(async () => {
    await identity.stop();
    await stop();
  });

  beforeEach(async () => {
    received = [];
    await identity.query('DELETE FROM nonce');
  });

  const listen = (): Promise<void> => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address);
        if (refuse) done(Object.assign(new Error(`there is no mailbox ${address}`), { responseCode: 550 }));
        else done();
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    return new Promise((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  const order = (to: string) =>
    identity.app
      .get(Transactions)
      .run(() =>
        identity.app
          .get(MailService)
          .send({ kind: 'activation', user_id, client_id: 'cl_x', locale: 'en_GB', to, hours: 24 }),
      );
  const rows = () => identity.query<{ attempts: number }>('SELECT * FROM mail_outbox');
  const retryNow = () => identity.query('UPDATE mail_outbox SET due_at = now()');

  it('wait for a mail server that is down, and arrive once', async () => {
    await order('late@example.com');
    await eventually(async () => {
      expect((await rows())[0]).toMatchObject({ attempts: 1, last_error: expect.any(String) });
    });
    await listen();
    await retryNow();
    await eventually(async () => {
      expect(await rows()).toEqual([]);
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^From: Shop <shop@example.com>\r\nTo: late@example.com\r\n/m);
    expect(received[0]).toContain('Content-Type: multipart/alternative');
  });

  it.each(['anna@localhost', 'anna@192.0.2.1', 'anna@[192.0.2.1]', 'jürgen@[ipv6:2001:db8::1]'])(
    'reach %s',
    async (to) => {
      await order(to);
      await eventually(() => {
        expect(recipients.map((each) => each.toLowerCase())).toContain(to);
      });
    },
  );

  it('have the words that an operator has changed, until the text of the installation is brought back', async () => {
    const subjects = () => received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim());
    const place = { kind: 'activation', language: 'en_GB' };
    const words = { subject: 'Hello', greeting: 'Hello <you>', lines: ['One', 'Two'], ending: ['Bye'] };
    const ours = await identity.bus.call(texts.getMailText, place);
    expect(ours).toMatchObject({ ...place, changed: false, updated: null });
    const put = await identity.bus.call(texts.putMailText, { ...place, ...words });
    expect(put).toMatchObject({ ...words, button: ours.button, changed: true, updated: expect.any(String) });
    await order('own@example.com');
    await eventually(() => {
      expect(subjects()).toEqual(['Hello']);
    });
    const preview = await identity.bus.call(texts.previewMailText, { ...place, subject: 'Try', lines: ['Three'] });
    expect(preview).toMatchObject({ subject: 'Try', html: expect.stringContaining('Hello &lt;you&gt;') });
    expect(preview.text).toMatch(/^Hello <you>\n\nThree\n\nhttp.*#nonce=example\n\nBye\n$/);
    expect(await identity.bus.call(texts.resetMailText, place)).toEqual(ours);
    await identity.query(`UPDATE nonce SET created_at = created_at - interval '61 s'`);
    await order('ours@example.com');
    await eventually(() => {
      expect(subjects()).toEqual(['Hello', ours.subject]);
    });
  });

  it('keep the words of a change while the text of the installation is brought back', async () => {
    const place = { kind: 'deletion', language: 'en_GB' };
    const words = { subject: 'Hello', greeting: 'Hi', lines: ['One'], ending: [] };
    await identity.bus.call(texts.putMailText, { ...place, ...words });
    const reset = identity.app.get(DataSource).createQueryRunner();
    await reset.startTransaction();
    await reset.query(`SELECT FROM own_mail_text WHERE kind = 'deletion' FOR UPDATE`);
    const put = identity.bus.call(texts.putMailText, { ...place, ...words, subject: 'Again' });
    await untilBlocked(reset, { statement: 'own_mail_text' });
    await reset.query(`DELETE FROM own_mail_text WHERE kind = 'deletion'`);
    await reset.commitTransaction();
    await reset.release();
    expect(await put).toMatchObject({ subject: 'Again', changed: true });
    expect(await identity.bus.call(texts.getMailText, place)).toMatchObject({ subject: 'Again' });
  });

  it('are not sent when a newer one replaced them while the server was down', async () => {
    await stop();
    await order('impatient@example.com');
    await identity.query(`UPDATE nonce SET created_at = created_at - interval '61 s'`);
    await order('impatient@example.com');
    await listen();
    await retryNow();
    await eventually(async () => {
      expect(await rows()).toEqual([]);
    });
    expect(received).toHaveLength(1);
    const nonce =
      /nonce=3D([\w-]{43})|nonce=([\w-]{43})/
        .exec(received[0] ?? '')
        ?.slice(1)
        .join('') ?? '';
    const alive = await identity.query('SELECT FROM nonce WHERE hash = $1 AND used_at IS NULL', [
      createHash('sha256').update(nonce).digest(),
    ]);
    expect(alive).toHaveLength(1);
  });

  it('leave no address in the log when the server refuses them', async () => {
    const { warnings } = catchLogs();
    refuse = true;
    await order('unwanted@example.com');
    await eventually(() => {
      expect(warnings.map(([what]) => what)).toContainEqual(expect.objectContaining({ response: 550 }));
    });
    refuse = false;
    expect(inspect(warnings, { depth: 9 })).not.toContain('unwanted');
    await identity.app.get(MailService).forgetUser(user_id);
  });

  it('are deleted when the nonce in them has expired', async () => {
    await stop();
    await order('too-late@example.com');
    await eventually(async () => {
      expect((await rows())[0]).toMatchObject({ attempts: 1 });
    });
    await identity.app.get(Chores).runNow('purge-mails');
    expect(await rows()).toHaveLength(1);
    await identity.query('UPDATE mail_outbox SET expires_at = now()');
    await identity.app.get(Chores).runNow('purge-mails');
    expect(await rows()).toEqual([]);
    await listen();
  });

  it('are sent again with the same Message-ID after the death of their sender', async () => {
    await order('twice@example.com');
    await eventually(async () => {
      expect(received).toHaveLength(1);
      expect(await rows()).toEqual([]);
    });
    const id = /^Message-ID: <([\w-]+)@/im.exec(received[0] ?? '')?.[1] ?? '';
    // The state after a sender that died before it deleted the row.
    await identity.query(
      `INSERT INTO mail_outbox (id, user_id, kind, recipient, locale, link, expires_at)
       SELECT $1, $2, 'activation', 'twice@example.com', 'en_GB', $3, now() + interval '1 hour'`,
      [id, user_id, identity.app.get(Sealer).seal('https://ces.example/activate#nonce=x', `mail ${id}`)],
    );
    await eventually(() => {
      expect(received).toHaveLength(2);
    });
    expect(received[1]).toContain(`Message-ID: <${id}@localhost>`);
  });

  it('keep the nonce out of the database', async () => {
    await stop();
    await order('sealed@example.com');
    const [row] = await identity.query<{ row: string }>('SELECT m::text AS row FROM mail_outbox m');
    expect(row?.row).toContain('sealed@example.com');
    expect(row?.row).not.toContain('nonce=');
    await listen();
    await retryNow();
    await eventually(() => {
      expect(received.join('')).toContain('nonce=');
    });
  });

  it('are not sent when their transaction is rolled back', async () => {
    const rolledBack = identity.app.get(Transactions).run(async () => {
      await order('never@example.com');
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await rows()).toEqual([]);
  });

  it('warn a client about its webhooks at most ten times a day, and once about the same webhook', async () => {
    const { id } = await identity.bus.call(createClient, {
      name: 'Loud',
      scopes: [],
      contact_email: 'loud@example.com',
    });
    const ids = Array.from({ length: 12 }, () => newId());
    await identity.app.get(Transactions).run(async () => {
      for (const webhookId of [...ids, ...ids]) await identity.app.get(MailService).sendWebhookDisabled(id, webhookId);
    });
    const warnings = await identity.query(`SELECT FROM mail_outbox WHERE recipient = 'loud@example.com'`);
    expect(warnings).toHaveLength(10);
  });
});
