// Receives every mail of the local stack by SMTP, and shows it on a page and in a JSON list. Start it with
// `node libs/local-stack/src/mail/mail-inbox.ts`; PORT (HTTP) and SMTP_PORT listen on 127.0.0.1 only.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { inboxPage, mailPage } from './mail-page.ts';
import type { Mail } from './mail.ts';

export interface MailInbox {
  httpPort: number;
  smtpPort: number;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const KEPT = 1_000;
const LARGEST = 25 * 1024 * 1024;

/** Port 0 means any free port. */
export async function startMailInbox(ports: { http: number; smtp: number }): Promise<MailInbox> {
  const mails: Mail[] = [];
  const keep = (received: Mail[]): void => {
    mails.unshift(...received);
    mails.length = Math.min(mails.length, KEPT);
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST,
    // Any user and password is accepted, because no mail leaves this machine.
    onAuth: (_auth, _session, done) => {
      done(null, { user: 'anyone' });
    },
    onData: (stream, session, done) => {
      readMails(stream, session).then(
        (received) => {
          keep(received);
          done();
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  });
  smtp.on('error', (error) => {
    console.error(`SMTP: ${error.message}`);
  });
  const http = createServer((request, response) => {
    respond(mails, request, response);
  });
  await Promise.all([
    listening(smtp.server, () => smtp.listen(ports.smtp, HOST)),
    listening(http, () => http.listen(ports.http, HOST)),
  ]);
  return {
    httpPort: (http.address() as AddressInfo).port,
    smtpPort: (smtp.server.address() as AddressInfo).port,
    stop: async () => {
      http.close();
      http.closeAllConnections();
      await new Promise<void>((resolve) => {
        smtp.close(resolve);
      });
    },
  };
}

async function listening(server: NodeJS.EventEmitter, listen: () => unknown): Promise<void> {
  const started = once(server, 'listening'); // rejects on `error`
  listen();
  await started;
}

async function readMails(stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<Mail[]> {
  // PostalMime parses a whole mail; `size` limits it.
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  const sender = session.envelope.mailFrom;
  const received_at = new Date().toISOString();
  return session.envelope.rcptTo.map((recipient) => ({
    id: randomUUID(),
    to: recipient.address,
    from: mail.from?.address ?? (sender ? sender.address : ''),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    received_at,
  }));
}

function respond(mails: Mail[], request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', `http://${HOST}`);
  const route = `${request.method === 'HEAD' ? 'GET' : (request.method ?? '')} ${pathname}`;
  if (route === 'GET /') {
    send(response, 200, 'text/html', inboxPage(mails));
  } else if (route === 'GET /readyz') {
    send(response, 200, 'application/json', '{"status":"ready"}');
  } else if (route === 'GET /api/mails') {
    send(response, 200, 'application/json', JSON.stringify(mails));
  } else if (route === 'DELETE /api/mails') {
    mails.length = 0;
    response.writeHead(204).end();
  } else {
    sendMail(mails, route, response);
  }
}

function sendMail(mails: Mail[], route: string, response: ServerResponse): void {
  const [, id, part] = /^GET \/mails\/([\w-]+)(\/html|\/text)?$/.exec(route) ?? [];
  const mail = mails.find((candidate) => candidate.id === id);
  if (!mail) {
    send(response, 404, 'text/plain', 'There is no such page or mail.\n');
  } else if (part === '/text') {
    send(response, 200, 'text/plain', mail.text);
  } else if (part === '/html') {
    // A mail may come from any sender: it gets no scripts, no requests except for pictures, and no access to this inbox.
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src *";
    send(response, 200, 'text/html', `<base target="_blank">${mail.html}`, policy);
  } else {
    send(response, 200, 'text/html', mailPage(mail));
  }
}

const OWN_PAGES = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";

function send(response: ServerResponse, status: number, type: string, body: string, policy = OWN_PAGES): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

if (import.meta.main) {
  const inbox = await startMailInbox({
    http: Number(process.env['PORT'] ?? 8025),
    smtp: Number(process.env['SMTP_PORT'] ?? 1025),
  });
  console.log(`mails at http://${HOST}:${inbox.httpPort}, SMTP on ${HOST}:${inbox.smtpPort}`);
  const end = (): void => void inbox.stop().then(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
