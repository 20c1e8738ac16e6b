import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';

const perMailboxADay = 20;

interface Limited {
  mail_id: string;
  mailbox: string;
  client_id: string;
}

/** How many mails a mailbox gets in a day and a client sends in an hour. A mail takes a place when it is sent. */
@Injectable()
export class MailLimits {
  constructor(private readonly config: IdentityConfig) {}

  /** Until the transaction ends, no other takes a place. It comes before all row locks of the transaction. */
  async lock(tx: EntityManager): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('mail limits', 0))`);
  }

  /** Undefined: it may be sent now, and has its place. Else the time until which it has to wait. */
  async take(tx: EntityManager, { mail_id, mailbox, client_id }: Limited): Promise<Date | undefined> {
    const [{ held, until } = { held: false, until: null }] = await tx.query<{ held: boolean; until: Date | null }[]>(
      `SELECT EXISTS (SELECT FROM mail_place WHERE mail_id = $1) AS held, greatest(
         (SELECT at + interval '1 day' FROM mail_place
          WHERE mailbox = $2 AND at > now() - interval '1 day' ORDER BY at DESC OFFSET $4 LIMIT 1),
         (SELECT at + interval '1 hour' FROM mail_place
          WHERE client_id = $3 AND at > now() - interval '1 hour' AND $5 > 0 ORDER BY at DESC
          OFFSET greatest($5 - 1, 0) LIMIT 1)) AS until`,
      [mail_id, mailbox, client_id, perMailboxADay - 1, this.config.MAILS_PER_CLIENT_AN_HOUR],
    );
    // One that failed at the mail server and is tried again has its place already.
    if (held) return undefined;
    if (until) return until;
    await tx.query('INSERT INTO mail_place (mail_id, mailbox, client_id) VALUES ($1, $2, $3)', [
      mail_id,
      mailbox,
      client_id,
    ]);
    return undefined;
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM mail_place WHERE at < now() - interval '1 day'`);
  }
}

/** One for all its plus-addresses; a digest, because it outlives the user by a day. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const mailbox = local.replace(/(?<=.)\+.*$/su, '') + address.slice(Math.max(at, 0));
  return createHash('sha256').update(mailbox).digest('base64url');
}
