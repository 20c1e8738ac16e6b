import { locales, type Locale } from '@ces/contracts/locale';
import { newId } from '@ces/messaging/storage/ids';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import { NoncesService, type Purpose } from '../nonces/nonces.service.js';
import { Sealer } from '../sealing/sealer.js';
import { mailboxOf, MailLimits } from './mail-limits.js';
import { purposes, type MailKind, type NonceMailKind } from './mail-kinds.js';
import { MailSender } from './mail-sender.js';

interface Order {
  kind: NonceMailKind;
  user_id: string;
  client_id: string;
  locale: Locale;
  to: string;
  /** How long the nonce in it counts. */
  hours: number;
}

interface Letter {
  kind: MailKind;
  /** Null: it is about no user. */
  user_id: string | null;
  to: string;
  locale: Locale;
  link: string;
  /** For how long it is worth sending. */
  hours: number;
  /** Absent: unlimited (notices, rows 9 and 26). */
  limits?: { mailbox: string; client_id: string } | undefined;
}

const ownPages: Record<NonceMailKind, string> = {
  activation: '/activate',
  deletion: '/delete-account',
  closed: '/delete-account',
};

/** Mails with a link, mostly with a nonce in it. They are written down in the transaction of what they speak of, and sent after its commit. */
@Injectable()
export class MailService {
  private readonly log = new Logger('Mails');

  constructor(
    private readonly nonces: NoncesService,
    private readonly sealer: Sealer,
    private readonly sender: MailSender,
    private readonly limits: MailLimits,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * A newer nonce voids the older ones. At most one mail a minute and five a day go to a user for one purpose: beyond
   * that nothing is sent, and the nonce that is on its way stays good.
   */
  async send(tx: EntityManager, { kind, user_id, client_id, locale, to, hours }: Order): Promise<void> {
    const purpose = purposes[kind];
    // Of a closed account there is only this one mail.
    if (kind !== 'closed' && (await isTooMuch(tx, user_id, purpose))) return;
    // One that still waits would arrive with a dead link. Mails are locked before nonces, as the sender does.
    await tx.query('DELETE FROM mail_outbox WHERE user_id = $1 AND kind = $2', [user_id, kind]);
    await this.nonces.void(tx, user_id, [purpose]);
    const nonce = await this.nonces.issue(tx, { purpose, user_id, client_id, hours });
    const link = `${await this.pageFor(tx, kind, client_id, locale)}#nonce=${nonce}`;
    const limits = kind === 'closed' ? undefined : { mailbox: mailboxOf(to), client_id };
    await this.post(tx, { kind, user_id, to, locale, link, hours, limits });
  }

  /** To whoever runs the client, if it has told who that is: once a day of one webhook, and ten times in all. */
  async sendWebhookDisabled(tx: EntityManager, clientId: string, webhookId: string): Promise<void> {
    const [client] = await tx.query<{ to: string | null }[]>('SELECT contact_email AS to FROM client WHERE id = $1', [
      clientId,
    ]);
    if (!client?.to || !(await mayWarn(tx, clientId, webhookId))) return;
    const link = `${this.config.PUBLIC_URL}/api/1/terminal/webhooks/${webhookId}`;
    const kind = 'webhook-disabled';
    await this.post(tx, { kind, user_id: null, to: client.to, locale: locales[0], link, hours: 72 });
  }

  private async post(tx: EntityManager, letter: Letter): Promise<void> {
    const { kind, user_id, to, locale, link, hours, limits } = letter;
    const id = newId();
    await tx.query(
      `INSERT INTO mail_outbox (id, user_id, kind, recipient, locale, link, expires_at, mailbox, client_id, hours)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7), $8, $9, $7)`,
      [
        id,
        user_id,
        kind,
        to,
        locale,
        this.sealer.seal(link, `mail ${id}`),
        hours,
        limits?.mailbox ?? null,
        limits?.client_id ?? null,
      ],
    );
    afterCommit(() => {
      this.sender.wake();
    });
  }

  async forgetUser(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('DELETE FROM mail_outbox WHERE user_id = $1', [userId]);
  }

  /** What was not sent before its nonce expired need not be sent any more. */
  async purge(tx: EntityManager): Promise<void> {
    const [, lost] = await tx.query<[unknown[], number]>('DELETE FROM mail_outbox WHERE expires_at < now()');
    await this.limits.purge(tx);
    await tx.query(`DELETE FROM webhook_warning WHERE warned_at < now() - interval '1 day'`);
    if (lost > 0) this.log.error(`${lost} mails could not be sent before their links expired`);
  }

  private async pageFor(tx: EntityManager, kind: NonceMailKind, clientId: string, locale: Locale): Promise<string> {
    const column = kind === 'activation' ? 'activation_url' : 'deletion_url';
    const [client] = await tx.query<{ url: string | null }[]>(`SELECT ${column} AS url FROM client WHERE id = $1`, [
      clientId,
    ]);
    // A fragment of its own would swallow ours.
    return client?.url?.replace(/#.*$/s, '') ?? `${this.config.PUBLIC_URL}${ownPages[kind]}?locale=${locale}`;
  }
}

async function mayWarn(tx: EntityManager, clientId: string, webhookId: string): Promise<boolean> {
  const warned = await tx.query<unknown[]>(
    `INSERT INTO webhook_warning AS w (webhook_id, client_id)
     SELECT $2, $1 WHERE 10 > (
       SELECT count(*) FROM webhook_warning WHERE client_id = $1 AND warned_at > now() - interval '1 day')
     ON CONFLICT (webhook_id) DO UPDATE SET warned_at = now() WHERE w.warned_at < now() - interval '1 day' RETURNING 1`,
    [clientId, webhookId],
  );
  return warned.length > 0;
}

async function isTooMuch(tx: EntityManager, userId: string, purpose: Purpose): Promise<boolean> {
  const [sent] = await tx.query<{ minute: boolean; day: boolean }[]>(
    `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 minute') >= 1 AS minute,
       count(*) FILTER (WHERE created_at > now() - interval '1 day') >= 5 AS day
     FROM nonce WHERE user_id = $1 AND purpose = $2`,
    [userId, purpose],
  );
  return sent !== undefined && (sent.minute || sent.day);
}
