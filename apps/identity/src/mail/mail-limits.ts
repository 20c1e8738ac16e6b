import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { EntityManager } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';

const perMailboxADay = 20;
const resendsADay = 5;

interface Limited {
  mail_id: string;
  mailbox: string;
  client_id: string;
}

/** The limit that a mail has to wait for. */
export interface Over {
  of: 'mailbox' | 'client_id';
  value: string;
  until: Date;
  /** In a period of so many seconds. */
  places: number;
  seconds: number;
}

interface Judged {
  held: boolean;
  mailbox: Date | null;
  client: Date | null;
}

/** How many mails a mailbox gets in a day and a client sends in an hour. A mail takes a place when it is sent. */
@Injectable()
export class MailLimits {
  constructor(private readonly config: IdentityConfig) {}

  /** Until the transaction ends, no other takes a place. It comes before all row locks of the transaction. */
  async lock(tx: EntityManager): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('mail limits', 0))`);
  }

  /** Undefined: it may be sent now, and has its place. */
  async take(tx: EntityManager, { mail_id, mailbox, client_id }: Limited): Promise<Over | undefined> {
    const perClient = this.config.MAILS_PER_CLIENT_AN_HOUR;
    const [judged] = await tx.query<Judged[]>(
      `SELECT EXISTS (SELECT FROM mail_place WHERE mail_id = $1) AS held,
         (SELECT at + interval '1 day' FROM mail_place
          WHERE mailbox = $2 AND at > now() - interval '1 day' ORDER BY at DESC OFFSET $4 LIMIT 1) AS mailbox,
         (SELECT at + interval '1 hour' FROM mail_place
          WHERE client_id = $3 AND at > now() - interval '1 hour' AND $5 > 0 ORDER BY at DESC
          OFFSET greatest($5 - 1, 0) LIMIT 1) AS client`,
      [mail_id, mailbox, client_id, perMailboxADay - 1, perClient],
    );
    // One that failed at the mail server and is tried again has its place already.
    if (judged?.held) return undefined;
    if (judged?.client) {
      return { of: 'client_id', value: client_id, until: judged.client, places: perClient, seconds: 3_600 };
    }
    if (judged?.mailbox) {
      return { of: 'mailbox', value: mailbox, until: judged.mailbox, places: perMailboxADay, seconds: 86_400 };
    }
    await tx.query('INSERT INTO mail_place (mail_id, mailbox, client_id) VALUES ($1, $2, $3)', [
      mail_id,
      mailbox,
      client_id,
    ]);
    return undefined;
  }

  /**
   * Whether this request to mail again is within the limit of its mailbox. Counted apart, so that requests for a name use
   * up no places of its mails. One at a time asks.
   */
  async takeResend(tx: EntityManager, id: string, address: string): Promise<boolean> {
    const placed = await tx.query<unknown[]>(
      `INSERT INTO mail_place (mail_id, mailbox, client_id) SELECT $1, $2, '' WHERE $3 > (
         SELECT count(*) FROM mail_place WHERE mailbox = $2 AND at > now() - interval '1 day') RETURNING 1`,
      [id, `resend ${mailboxOf(address)}`, resendsADay],
    );
    return placed.length > 0;
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM mail_place WHERE at < now() - interval '1 day'`);
  }
}

/** One for all its plus-addresses and ways to write its domain; a digest, because it outlives the user by a day. */
export function mailboxOf(address: string): string {
  const at = Math.max(address.lastIndexOf('@'), 0);
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const mailbox = `${local.replace(/(?<=.)\+.*$/su, '')}@${domainToASCII(domain) || domain}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}
