import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { MailPlaceEntity } from './mail-place.entity.js';

type Place = Pick<MailPlaceEntity, 'mail_id' | 'mailbox' | 'client_id'>;

interface Limits {
  perMailboxADay: number;
  /** 0 for no limit. */
  perClientAnHour: number;
}

interface FreePlaces {
  /** True if the mail has its place already. */
  held: boolean;
  /** The time at which a reached limit has its next free place. */
  mailbox: Date | null;
  client: Date | null;
}

/** Places of the limits of mails. SQL because places are counted by the database's clock under a lock. */
@Injectable()
export class MailPlaceStore {
  constructor(private readonly transactions: Transactions) {}

  async lock(): Promise<void> {
    await this.transactions.open.query(`SELECT pg_advisory_xact_lock(hashtextextended('mail limits', 0))`);
  }

  async findFree({ mail_id, mailbox, client_id }: Place, limits: Limits): Promise<FreePlaces | undefined> {
    const [found] = await this.transactions.open.query<FreePlaces[]>(
      `SELECT EXISTS (SELECT FROM mail_place WHERE mail_id = $1) AS held,
         (SELECT at + interval '1 day' FROM mail_place
          WHERE mailbox = $2 AND at > now() - interval '1 day' ORDER BY at DESC OFFSET $4 LIMIT 1) AS mailbox,
         (SELECT at + interval '1 hour' FROM mail_place
          WHERE client_id = $3 AND at > now() - interval '1 hour' AND $5 > 0 ORDER BY at DESC
          OFFSET greatest($5 - 1, 0) LIMIT 1) AS client`,
      [mail_id, mailbox, client_id, limits.perMailboxADay - 1, limits.perClientAnHour],
    );
    return found;
  }

  async add({ mail_id, mailbox, client_id }: Place): Promise<void> {
    await this.transactions.open.query('INSERT INTO mail_place (mail_id, mailbox, client_id) VALUES ($1, $2, $3)', [
      mail_id,
      mailbox,
      client_id,
    ]);
  }

  /** Takes a place if the mailbox had fewer than `perDay` in a day. It is exact only if one transaction asks at a time. */
  async addBelow(perDay: number, { mail_id, mailbox }: Omit<Place, 'client_id'>): Promise<boolean> {
    const placed = await this.transactions.open.query<unknown[]>(
      `INSERT INTO mail_place (mail_id, mailbox, client_id) SELECT $1, $2, '' WHERE $3 > (
         SELECT count(*) FROM mail_place WHERE mailbox = $2 AND at > now() - interval '1 day') RETURNING 1`,
      [mail_id, mailbox, perDay],
    );
    return placed.length > 0;
  }

  async purge(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM mail_place WHERE at < now() - interval '1 day'`);
  }
}
