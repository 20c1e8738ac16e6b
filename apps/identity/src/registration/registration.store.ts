import type { Locale } from '@ces/contracts/locale';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface RegisteredAccount {
  username: string;
  completed: boolean;
  activated: boolean;
}

export interface FoundRegistration {
  username: string;
  /** The name of the client at which the user registered. */
  client: string | null;
  registered_at: Date;
  fields: Partial<Record<'firstName' | 'infix' | 'lastName', string>> | null;
}

interface ResendRequest {
  id: string;
  username: string;
  client_id: string;
  locale: Locale;
}

export interface WaitingAccount {
  user_id: string;
  client_id: string | null;
}

/** The account of a name whose registration is complete, but not confirmed by mail. */
const waitingAccount = `SELECT c.user_id, c.client_id FROM credential c JOIN app_user u ON u.id = c.user_id
     WHERE c.username = $1 AND c.activated_at IS NULL AND u.completed_registration AND u.closed_at IS NULL`;

/** Registrations under way. SQL because they span the tables of several slices, and because chores claim sets of rows. */
@Injectable()
export class RegistrationStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async findAccount(userId: string): Promise<RegisteredAccount | undefined> {
    const [account] = await this.transactions.current.query<RegisteredAccount[]>(
      `SELECT c.username, u.completed_registration AS completed, c.activated_at IS NOT NULL AS activated
     FROM credential c JOIN app_user u ON u.id = c.user_id WHERE u.id = $1`,
      [userId],
    );
    return account;
  }

  /** Finds what the activation page shows. Older registrations name the client of the nonce. It joins no transaction. */
  async findRegistration(userId: string, nonceClientId: string): Promise<FoundRegistration | undefined> {
    const [found] = await this.database.query<FoundRegistration[]>(
      `SELECT c.username, c.created_at AS registered_at, p.fields,
         (SELECT name FROM client WHERE id = coalesce(c.client_id, $2)) AS client
       FROM credential c LEFT JOIN person p ON p.user_id = c.user_id WHERE c.user_id = $1`,
      [userId, nonceClientId],
    );
    return found;
  }

  /** Adds a request to send an activation mail again, unless so many requests of the client are waiting. */
  async addResendRequest({ id, username, client_id, locale }: ResendRequest, mostWaiting: number): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO resend_request (id, username, client_id, locale) SELECT $1, $2, $3, $4
         WHERE (SELECT count(*) FROM (SELECT FROM resend_request WHERE client_id = $3 LIMIT $5) waiting) < $5`,
      [id, username, client_id, locale, mostWaiting],
    );
  }

  async claimResendRequests(atMost: number): Promise<ResendRequest[]> {
    const [claimed] = await this.transactions.open.query<[ResendRequest[], number]>(
      `UPDATE resend_request SET attempts = attempts + 1 WHERE id IN (
         SELECT id FROM resend_request ORDER BY attempts, id LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [atMost],
    );
    return claimed;
  }

  async isWaiting(username: string): Promise<boolean> {
    return (await this.transactions.current.query<unknown[]>(waitingAccount, [username])).length > 0;
  }

  /** Locks the account of a name that waits for its activation, unless another transaction holds it. */
  async lockWaiting(username: string): Promise<WaitingAccount | undefined> {
    const [waiting] = await this.transactions.open.query<WaitingAccount[]>(
      `${waitingAccount} FOR UPDATE OF u, c SKIP LOCKED`,
      [username],
    );
    return waiting;
  }

  /** Locks registrations older than so many days, unless a link of theirs is still valid or another transaction holds them. */
  lockUnfinished(days: number): Promise<{ id: string }[]> {
    return this.transactions.open.query<{ id: string }[]>(
      `SELECT u.id FROM credential c JOIN app_user u ON u.id = c.user_id
       WHERE c.activated_at IS NULL AND c.created_at < now() - make_interval(days => $1) AND u.closed_at IS NULL
         AND (EXISTS (SELECT FROM mail_outbox WHERE user_id = u.id AND due_at > now() + interval '1 hour')
              OR NOT EXISTS (SELECT FROM nonce WHERE user_id = u.id AND purpose IN ('activation', 'password_reset')
                               AND used_at IS NULL AND expires_at > now()))
       ORDER BY c.created_at LIMIT 100 FOR UPDATE OF u, c SKIP LOCKED`,
      [days],
    );
  }
}
