import type { MailKind } from '@ces/contracts/identity/mails/mail-texts';
import type { Locale } from '@ces/contracts/locale';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ReachedLimit } from './mail-limits.js';
import type { WebhookWarningEntity } from './webhook-warning.entity.js';

export interface NewMail {
  id: string;
  user_id: string | null;
  kind: MailKind;
  recipient: string;
  locale: Locale;
  /** Sealed. */
  link: string;
  /** How long the mail is worth sending. */
  hours: number;
  mailbox: string | null;
  client_id: string | null;
}

export interface ClaimedMail extends Omit<NewMail, 'hours'> {
  attempts: number;
}

interface PostponedMails {
  kind: MailKind;
  mails: number;
  /** The mails among them that the sender had claimed. */
  taken: string[] | null;
}

/** Unsent mails. SQL because the sender claims and postpones sets of them, and because times are the database's. */
@Injectable()
export class MailStore {
  constructor(private readonly transactions: Transactions) {}

  async add({ id, user_id, kind, recipient, locale, link, hours, mailbox, client_id }: NewMail): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO mail_outbox (id, user_id, kind, recipient, locale, link, expires_at, mailbox, client_id, hours)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7), $8, $9, $7)`,
      [id, user_id, kind, recipient, locale, link, hours, mailbox, client_id],
    );
  }

  async hasDue(): Promise<boolean> {
    const [first] = await this.transactions.current.query<unknown[]>(
      `SELECT FROM mail_outbox WHERE due_at <= now() LIMIT 1`,
    );
    return first !== undefined;
  }

  async claimDue(leaseSeconds: number, atMost: number): Promise<ClaimedMail[]> {
    const [claimed] = await this.transactions.open.query<[ClaimedMail[], number]>(
      `UPDATE mail_outbox SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
       WHERE id IN (SELECT id FROM mail_outbox WHERE due_at <= now() AND expires_at > now()
                    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, user_id, kind, recipient, locale, link, attempts, mailbox, client_id`,
      [leaseSeconds, atMost],
    );
    return claimed;
  }

  /**
   * Postpones all due mails that wait for the same limit, so that they do not delay others: as many as the limit has places
   * to its next free place, and the rest in later periods. Their lifetimes and those of their nonces, which are the newest of
   * their users for their purposes, are prolonged. A row
   * that another transaction holds is skipped, and postponed when it is claimed.
   */
  postpone(limit: ReachedLimit, claimed: string[]): Promise<PostponedMails[]> {
    return this.transactions.open.query<PostponedMails[]>(
      `WITH waiting AS (
       SELECT id, due_at FROM mail_outbox m
       WHERE ${limit.of} = $1 AND (due_at <= now() OR id = ANY ($2::uuid[])) AND expires_at > now()
         AND NOT EXISTS (SELECT FROM mail_place WHERE mail_id = m.id)
       FOR UPDATE SKIP LOCKED),
     ranked AS (
       SELECT id, $3::timestamptz + make_interval(secs => $5 * div(row_number() OVER (ORDER BY due_at, id) - 1, $4)::float8) AS due
       FROM waiting),
     postponed AS (
       UPDATE mail_outbox m SET due_at = due, expires_at = due + make_interval(hours => coalesce(hours, 0)),
         attempts = attempts - CASE WHEN m.id = ANY ($2::uuid[]) THEN 1 ELSE 0 END
       FROM ranked WHERE m.id = ranked.id RETURNING m.id, m.user_id, m.kind, m.expires_at),
     nonces AS (
       SELECT n.hash, p.expires_at FROM nonce n JOIN postponed p ON n.user_id = p.user_id
         AND n.purpose = CASE p.kind WHEN 'activation' THEN 'activation' WHEN 'password-reset' THEN 'password_reset'
           ELSE 'delete_request' END
       WHERE n.used_at IS NULL AND n.expires_at > now() AND NOT EXISTS (
         SELECT FROM nonce o WHERE o.user_id = n.user_id AND o.purpose = n.purpose AND o.created_at > n.created_at)
       FOR UPDATE OF n SKIP LOCKED),
     prolonged AS (
       UPDATE nonce n SET expires_at = greatest(n.expires_at, nonces.expires_at) FROM nonces WHERE n.hash = nonces.hash)
     SELECT kind, count(*)::int AS mails, array_agg(id) FILTER (WHERE id = ANY ($2::uuid[])) AS taken
     FROM postponed GROUP BY kind`,
      [limit.value, claimed, limit.until, limit.places, limit.seconds],
    );
  }

  async putOff(id: string, seconds: number, error: string): Promise<void> {
    await this.transactions.current.query(
      'UPDATE mail_outbox SET due_at = now() + make_interval(secs => $2), last_error = $3 WHERE id = $1',
      [id, seconds, error],
    );
  }

  async deleteExpired(): Promise<number> {
    const [, lost] = await this.transactions.current.query<[unknown[], number]>(
      'DELETE FROM mail_outbox WHERE expires_at < now()',
    );
    return lost;
  }

  async findPage(clientId: string, column: 'activation_url' | 'deletion_url' | 'password_url'): Promise<string | null> {
    const [client] = await this.transactions.current.query<{ url: string | null }[]>(
      `SELECT ${column} AS url FROM client WHERE id = $1`,
      [clientId],
    );
    return client?.url ?? null;
  }

  async findContact(clientId: string): Promise<string | null> {
    const [client] = await this.transactions.current.query<{ to: string | null }[]>(
      'SELECT contact_email AS to FROM client WHERE id = $1',
      [clientId],
    );
    return client?.to ?? null;
  }

  /** Allows one warning a day about a webhook, and ten to a client; answers whether this one is allowed. */
  async takeWarning({ client_id, webhook_id }: Omit<WebhookWarningEntity, 'warned_at'>): Promise<boolean> {
    const warned = await this.transactions.open.query<unknown[]>(
      `INSERT INTO webhook_warning AS w (webhook_id, client_id)
     SELECT $2, $1 WHERE 10 > (
       SELECT count(*) FROM webhook_warning WHERE client_id = $1 AND warned_at > now() - interval '1 day')
     ON CONFLICT (webhook_id) DO UPDATE SET warned_at = now() WHERE w.warned_at < now() - interval '1 day' RETURNING 1`,
      [client_id, webhook_id],
    );
    return warned.length > 0;
  }

  async purgeWarnings(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM webhook_warning WHERE warned_at < now() - interval '1 day'`);
  }
}
