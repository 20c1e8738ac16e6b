import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { startMailInbox, type MailInbox } from './mail-inbox.ts';
import type { Mail } from './mail.ts';

describe('the mail inbox', () => {
  let inbox: MailInbox;
  let url: string;

  beforeAll(async () => {
    inbox = await startMailInbox({ http: 0, smtp: 0 });
    url = `http://127.0.0.1:${inbox.httpPort}`;
  });
  beforeEach(() => fetch(`${url}/api/mails`, { method: 'DELETE' }));
  afterAll(() => inbox.stop());

  it('lists each mail once for each recipient, newest first', async () => {
    await sendMail(inbox.smtpPort, ['ann@example.com'], 'Subject: first\r\n\r\nHello Ann');
    await sendMail(inbox.smtpPort, ['bob@example.com', 'cy@example.com'], multipart('second', '<p>Grüße</p>'));
    const mails = await list();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@example.com', 'second'],
      ['cy@example.com', 'second'],
      ['ann@example.com', 'first'],
    ]);
    expect(mails[0]).toMatchObject({ from: 'shop@example.com', text: 'plain\n', html: '<p>Grüße</p>\n' });
    expect(mails[2]?.text).toBe('Hello Ann\n');
  });

  it('shows a mail in a sandbox', async () => {
    await sendMail(
      inbox.smtpPort,
      ['ann@example.com'],
      multipart('<script>alert(1)</script>', '<script>alert(2)</script>'),
    );
    const [mail] = await list();
    const pages = await Promise.all(
      ['/', `/mails/${mail?.id ?? ''}`].map(async (path) => (await fetch(url + path)).text()),
    );
    expect(pages.join()).not.toContain('<script');
    expect(pages[0]).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const html = await fetch(`${url}/mails/${mail?.id ?? ''}/html`);
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts)/);
    expect(await html.text()).toContain('<script>alert(2)</script>');
  });

  it('empties on request and answers 404 for a mail that is gone', async () => {
    await sendMail(inbox.smtpPort, ['ann@example.com'], 'Subject: gone\r\n\r\nsoon');
    const [mail] = await list();
    await fetch(`${url}/api/mails`, { method: 'DELETE' });
    expect(await list()).toEqual([]);
    expect((await fetch(`${url}/mails/${mail?.id ?? ''}`)).status).toBe(404);
  });

  async function list(): Promise<Mail[]> {
    return (await (await fetch(`${url}/api/mails`)).json()) as Mail[];
  }
});

function multipart(subject: string, html: string): string {
  const part = (type: string, body: string): string => `--x\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const head = `From: Shop <shop@example.com>\r\nSubject: ${subject}\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n`;
  return `${head}${part('text/plain', 'plain')}${part('text/html', html)}--x--`;
}

async function sendMail(port: number, to: readonly string[], message: string): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const recipients = to.map((address) => `RCPT TO:<${address}>`);
  const words = ['HELO test', 'MAIL FROM:<shop@example.com>', ...recipients, 'DATA', `${message}\r\n.`, 'QUIT'];
  await lines.next();
  for (const word of words) {
    socket.write(`${word}\r\n`);
    const { value } = await lines.next();
    expect(value).toMatch(/^[23]/);
  }
  socket.destroy();
}
