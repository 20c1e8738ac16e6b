import type { Renewal } from '@ces/contracts/identity/registration';
import { locales, type Locale } from '@ces/contracts/locale';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable, Logger } from '@nestjs/common';
import { In } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import { NoncesService } from '../nonces/nonces.service.js';
import type { Purpose } from '../nonces/purpose.js';
import { Sealer } from '../sealing/sealer.js';
import { nonceMailKinds, ownPages, purposes, type NonceMailKind } from './mail-kinds.js';
import { linkTo } from './link.js';
import { mailboxOf, mailboxOfResets, MailLimits } from './mail-limits.js';
import { MailSender } from './mail-sender.js';
import { MailEntity } from './mail.entity.js';
import { MailStore, type NewMail } from './mail.store.js';

interface Order {
  kind: NonceMailKind;
  user_id: string;
  client_id: string;
  locale: Locale;
  to: string;
  hours: number;
  /** The page to which the link leads, if it is not the client's or our own. */
  page?: string | null;
}

interface Notice {
  user_id: string;
  locale: Locale;
  to: string;
}

const clientPages = {
  activation: 'activation_url',
  deletion: 'deletion_url',
  closed: 'deletion_url',
  'password-reset': 'password_url',
} as const satisfies Record<NonceMailKind, string>;

/** Anybody may ask for these for any name. Others wait when there are too many, and none is dropped. */
const forAnyName: ReadonlySet<NonceMailKind> = new Set(['activation', 'password-reset']);

/** Stores mails in the transaction of the change. They are sent after its commit. */
@Injectable()
export class MailService {
  private readonly logger = new Logger('Mails');

  constructor(
    private readonly mails: MailStore,
    private readonly transactions: Transactions,
    private readonly nonces: NoncesService,
    private readonly sealer: Sealer,
    private readonly sender: MailSender,
    private readonly limits: MailLimits,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Sends a mail with a new nonce. Older nonces stay valid until the mail server has the mail, because it may have to wait.
   * What anybody may ask for any name is sent once a minute and five times a day; beyond that nothing is sent.
   */
  async send({ kind, user_id, client_id, locale, to, hours, page }: Order): Promise<void> {
    const purpose = purposes[kind];
    if (forAnyName.has(kind) && (await this.nonces.secondsToNext(user_id, purpose)) > 0) return;
    // The new mail replaces one that still waits.
    await this.transactions.of(MailEntity).delete({ user_id, kind });
    const nonce = await this.nonces.issue({ purpose, user_id, client_id, hours });
    const link = linkTo(page ?? (await this.pageFor(kind, client_id, locale)), nonce);
    const limits =
      kind === 'closed' ? { mailbox: null, client_id: null } : { mailbox: mailboxFor(kind, to), client_id };
    await this.post({ kind, user_id, recipient: to, locale, link, hours, ...limits });
  }

  /** Sends a mail again at the wish of its recipient, and tells when it goes out. Refuses a wish that comes too soon. */
  async sendAgain(order: Order): Promise<Renewal> {
    const { kind, user_id, client_id, to } = order;
    const retry_after = await this.nonces.secondsToNext(user_id, purposes[kind]);
    if (retry_after > 0) throw new Problem('rate-limited', 'A mail was sent already; wait for it.', { retry_after });
    await this.send(order);
    const waits = await this.limits.nextPlace({ mailbox: mailboxFor(kind, to), client_id });
    return { sent: waits === undefined, at: (waits ?? new Date()).toISOString() };
  }

  /** Tells a user of a changed password. It has no link, so that users do not learn to follow links in such mails. */
  async sendPasswordChanged({ user_id, locale, to }: Notice): Promise<void> {
    const unlimited = { mailbox: null, client_id: null };
    await this.post({ kind: 'password-changed', user_id, recipient: to, locale, link: '', hours: 72, ...unlimited });
  }

  /** Warns the contact of a client, if it has one: once a day about one webhook, and ten times a day in all. */
  async sendWebhookDisabled(clientId: string, webhookId: string): Promise<void> {
    const recipient = await this.mails.findContact(clientId);
    if (!recipient || !(await this.mails.takeWarning({ client_id: clientId, webhook_id: webhookId }))) return;
    const link = `${this.config.PUBLIC_URL}/api/1/terminal/webhooks/${webhookId}`;
    const unlimited = { user_id: null, mailbox: null, client_id: null };
    await this.post({ kind: 'webhook-disabled', recipient, locale: locales[0], link, hours: 72, ...unlimited });
  }

  /** Voids nonces of a user that the transaction has locked, and drops the unsent mails with them. */
  async voidNonces(userId: string, of: Purpose[]): Promise<void> {
    const kinds = nonceMailKinds.filter((kind) => of.includes(purposes[kind]));
    await this.transactions.of(MailEntity).delete({ user_id: userId, kind: In(kinds) });
    await this.nonces.void(userId, of);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.transactions.of(MailEntity).delete({ user_id: userId });
  }

  @Every({
    name: 'purge-mails',
    does: 'Deletes unsent mails whose links have expired, and old counts of the limits of mails.',
    seconds: 60,
  })
  purge(): Promise<void> {
    return this.transactions.run(async () => {
      const lost = await this.mails.deleteExpired();
      await this.limits.purge();
      await this.mails.purgeWarnings();
      if (lost > 0) this.logger.error(`${lost} mails could not be sent before their links expired`);
    });
  }

  private async post(mail: Omit<NewMail, 'id'>): Promise<void> {
    const id = newId();
    await this.mails.add({ ...mail, id, link: this.sealer.seal(mail.link, `mail ${id}`) });
    afterCommit(() => {
      this.sender.wake();
    });
  }

  private async pageFor(kind: NonceMailKind, clientId: string, locale: Locale): Promise<string> {
    const page = await this.mails.findPage(clientId, clientPages[kind]);
    return page ?? `${this.config.PUBLIC_URL}${ownPages[kind]}?locale=${locale}`;
  }
}

function mailboxFor(kind: NonceMailKind, address: string): string {
  return kind === 'password-reset' ? mailboxOfResets(address) : mailboxOf(address);
}
