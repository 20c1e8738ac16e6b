import type { Locale } from '@ces/contracts/locale';
import type { ResendRequest } from '@ces/contracts/registration';
import { newId } from '@ces/messaging/ids';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { normalisedUsername } from '../credentials/username.js';
import { oneByOne } from '../jobs/one-by-one.js';
import { mailboxOf, MailLimits } from '../mail/mail-limits.js';
import { MailService } from '../mail/mail.service.js';

interface Row {
  id: string;
  username: string;
  client_id: string;
  locale: Locale;
}

interface Waiting {
  user_id: string;
  client_id: string | null;
}

const atOnce = 500;

/**
 * Mails an activation again. Anybody may ask for any name, so a request is only written down, which takes equal time for
 * all names; a job looks at it. It counts against the limits whether or not somebody has the name, and over them it is dropped.
 */
@Injectable()
export class ResendService {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: MailLimits,
    private readonly mails: MailService,
  ) {}

  async request({ username, client_id, locale }: ResendRequest): Promise<object> {
    const name = normalisedUsername(username) ?? '';
    await this.transactions.run((tx) =>
      tx.query('INSERT INTO resend_request (id, username, client_id, locale) VALUES ($1, $2, $3, $4)', [
        newId(),
        name,
        client_id,
        locale,
      ]),
    );
    return {};
  }

  async work(tx: EntityManager): Promise<void> {
    const rows = await tx.query<Row[]>('SELECT * FROM resend_request ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED', [
      atOnce,
    ]);
    if (rows.length > 0) await this.limits.lock(tx);
    await oneByOne(tx, rows, (apart, row) => this.mail(apart, row));
  }

  private async mail(tx: EntityManager, { id: mail_id, username, client_id, locale }: Row): Promise<void> {
    await tx.query('DELETE FROM resend_request WHERE id = $1', [mail_id]);
    if (await this.limits.take(tx, { mail_id, mailbox: mailboxOf(username), client_id })) return;
    const [waiting] = await tx.query<Waiting[]>(
      `SELECT c.user_id, c.client_id FROM credential c JOIN app_user u ON u.id = c.user_id
       WHERE c.username = $1 AND c.activated_at IS NULL AND u.completed_registration AND u.closed_at IS NULL
       FOR UPDATE OF u, c`,
      [username],
    );
    if (!waiting) return;
    // The link leads to the page of the client that registered: no other client gets hold of the nonce.
    const order = { user_id: waiting.user_id, client_id: waiting.client_id ?? '', to: username };
    await this.mails.send(tx, { kind: 'activation', ...order, locale, hours: 24, mail_id });
  }
}
