import type { Locale } from '@ces/contracts/locale';
import type { ResendRequest } from '@ces/contracts/identity/registration';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { normalisedUsername } from '../credentials/username.js';
import { oneByOne } from '../jobs/one-by-one.js';
import { MailLimits } from '../mail/mail-limits.js';
import { MailService } from '../mail/mail.service.js';

interface Row {
  id: string;
  username: string;
  locale: Locale;
}

interface Waiting {
  user_id: string;
  client_id: string | null;
}

const atOnce = 500;
/** Of one client. */
const mostWaiting = 1_000;
/** One a second. */
const mostAttempts = 60;

/**
 * Mails an activation again. Anybody may ask for any name, so a request is only written down, which takes equal time for
 * all names; a job looks at it. Requests are counted for any name, known or not; those over the limit are dropped.
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
      tx.query(
        `INSERT INTO resend_request (id, username, client_id, locale) SELECT $1, $2, $3, $4
         WHERE (SELECT count(*) FROM (SELECT FROM resend_request WHERE client_id = $3 LIMIT $5) waiting) < $5`,
        [newId(), name, client_id, locale, mostWaiting],
      ),
    );
    return {};
  }

  async work(tx: EntityManager): Promise<void> {
    const [rows] = await tx.query<[Row[], number]>(
      `UPDATE resend_request SET attempts = attempts + 1 WHERE id IN (
         SELECT id FROM resend_request ORDER BY attempts, id LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [atOnce],
    );
    await oneByOne(tx, rows, (apart, row) => this.mail(apart, row));
    await tx.query('DELETE FROM resend_request WHERE attempts >= $1', [mostAttempts]);
  }

  private async mail(tx: EntityManager, { id, username, locale }: Row): Promise<void> {
    const known = (await find(tx, username)).length > 0;
    const [waiting] = known ? await find(tx, username, 'FOR UPDATE OF u, c SKIP LOCKED') : [];
    // Another transaction holds the user: tried again later.
    if (known && !waiting) return;
    await tx.query('DELETE FROM resend_request WHERE id = $1', [id]);
    if (!(await this.limits.takeResend(tx, id, username)) || !waiting) return;
    // The link leads to the page of the client that registered: no other client gets hold of the nonce.
    const order = { user_id: waiting.user_id, client_id: waiting.client_id ?? '', to: username };
    await this.mails.send(tx, { kind: 'activation', ...order, locale, hours: 24 });
  }
}

function find(tx: EntityManager, username: string, lock = ''): Promise<Waiting[]> {
  return tx.query<Waiting[]>(
    `SELECT c.user_id, c.client_id FROM credential c JOIN app_user u ON u.id = c.user_id
     WHERE c.username = $1 AND c.activated_at IS NULL AND u.completed_registration AND u.closed_at IS NULL ${lock}`,
    [username],
  );
}
