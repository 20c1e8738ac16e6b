import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { IdentityConfig } from '../identity.config.js';
import { MailPlaceStore } from './mail-place.store.js';

const perMailboxADay = 20;
const resendsADay = 5;
const resetsADay = 5;

interface LimitedMail {
  mail_id: string;
  mailbox: string;
  client_id: string;
}

export interface ReachedLimit {
  of: 'mailbox' | 'client_id';
  value: string;
  until: Date;
  /** The number of mails that the limit allows in a period of `seconds`. */
  places: number;
  seconds: number;
}

/** Limits the mails to a mailbox in a day and the mails of a client in an hour. A mail takes a place when it is sent. */
@Injectable()
export class MailLimits {
  constructor(
    private readonly places: MailPlaceStore,
    private readonly config: IdentityConfig,
  ) {}

  /** Lets no other transaction take places until this one ends. It must come before all row locks of the transaction. */
  lock(): Promise<void> {
    return this.places.lock();
  }

  /** Takes a place for a mail, or returns the limit that it has reached. */
  async take(mail: LimitedMail): Promise<ReachedLimit | undefined> {
    const perClientAnHour = this.config.MAILS_PER_CLIENT_AN_HOUR;
    const free = await this.places.findFree(mail, { perMailboxADay, perClientAnHour });
    // A mail that is sent again after a failure has its place already.
    if (free?.held) return undefined;
    if (free?.client) {
      return { of: 'client_id', value: mail.client_id, until: free.client, places: perClientAnHour, seconds: 3_600 };
    }
    if (free?.mailbox) {
      return { of: 'mailbox', value: mail.mailbox, until: free.mailbox, places: perMailboxADay, seconds: 86_400 };
    }
    await this.places.add(mail);
    return undefined;
  }

  /** The time at which a mail finds a place; undefined if there is one now. */
  async nextPlace({ mailbox, client_id }: Omit<LimitedMail, 'mail_id'>): Promise<Date | undefined> {
    const perClientAnHour = this.config.MAILS_PER_CLIENT_AN_HOUR;
    const mail = { mail_id: newId(), mailbox, client_id };
    const free = await this.places.findFree(mail, { perMailboxADay, perClientAnHour });
    return free?.client ?? free?.mailbox ?? undefined;
  }

  /**
   * Takes a place for a request to send a mail again, if its mailbox has one left. Such requests have places of their
   * own, so that they use up none of the mails.
   */
  takeResend(id: string, address: string): Promise<boolean> {
    return this.places.addBelow(resendsADay, { mail_id: id, mailbox: `resend ${mailboxOf(address)}` });
  }

  takeReset(id: string, address: string): Promise<boolean> {
    return this.places.addBelow(resetsADay, { mail_id: id, mailbox: `forgotten ${mailboxOf(address)}` });
  }

  purge(): Promise<void> {
    return this.places.purge();
  }
}

/** The mailbox of all plus-addresses and spellings of the domain. A digest, because it outlives the user by a day. */
export function mailboxOf(address: string): string {
  const at = Math.max(address.lastIndexOf('@'), 0);
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const mailbox = `${local.replace(/(?<=.)\+.*$/su, '')}@${domainToASCII(domain) || domain}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}

/**
 * Mails with a link for a new password have places of their own, so that a stranger who asks for other mails cannot
 * hold them back.
 */
export function mailboxOfResets(address: string): string {
  return `reset ${mailboxOf(address)}`;
}
