import type { Texts } from '@ces/contracts/cards/optins';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface AnsweredRow {
  id: string;
  name: Texts;
  description: Texts;
  purpose: string;
  can_be_updated: boolean;
  required: boolean;
  text_version: number;
  retired: boolean;
  updates: { opted_in: boolean; given_at: string; source: string; text_version: number }[] | null;
}

export interface RecordedConsent {
  id: string;
  optin_id: string;
  name: Texts;
  description: Texts;
  purpose: string;
  text_version: number;
  opted_in: boolean;
  given_at: Date;
  source: string;
  client_id: string;
  address: string;
  locale: string;
}

/** The choice `of the user` includes the retired opt-ins that the user has answered. */
export type Which = 'of registration' | 'of the user';

/** An answer shows the last changes of each opt-in, so that it does not grow without end. The export has all. */
const changesShown = 1_000;

export interface Choice {
  which: Which;
  /** Opt-ins that are found in any case. */
  also?: string[];
  /** Only opt-ins with a smaller id. */
  before?: string | null;
  atMost?: number | null;
  /** How many changes of each opt-in are read, the last ones. */
  changes?: number;
}

/**
 * The answers of users. SQL because row 24 reads opt-ins, texts and answers in one statement. It names all columns: a
 * statement with `SELECT *` would be planned at each run.
 */
@Injectable()
export class ConsentStore {
  constructor(private readonly transactions: Transactions) {}

  /** Rows 16 and 24: opt-ins, newest first, in one statement. */
  findAnswered(userId: string, choice: Choice): Promise<AnsweredRow[]> {
    const { which, also = [], before = null, atMost = null, changes = changesShown } = choice;
    return this.transactions.current.query(
      `SELECT o.id, t.name, t.description, t.purpose, o.can_be_updated, o.required, o.text_version,
            o.retired_at IS NOT NULL AS retired, given.updates
       FROM optin o JOIN optin_text t ON t.optin_id = o.id AND t.version = o.text_version
       CROSS JOIN LATERAL (
         SELECT json_agg(json_build_object('opted_in', opted_in, 'given_at', given_at, 'source', source,
                         'text_version', text_version) ORDER BY id) AS updates
           FROM (SELECT id, opted_in, given_at, source, text_version FROM consent
                  WHERE user_id = $1 AND optin_id = o.id ORDER BY id DESC LIMIT $2) newest
       ) given
      WHERE CASE WHEN $3 THEN o.retired_at IS NULL OR given.updates IS NOT NULL
                 ELSE o.retired_at IS NULL AND o.at_registration OR o.id = ANY($6::uuid[]) END
        AND ($4::uuid IS NULL OR o.id < $4)
      ORDER BY o.id DESC LIMIT $5`,
      [userId, Math.min(changes, changesShown), which === 'of the user', before, atMost, also],
    );
  }

  findGiven(userIds: string[]): Promise<{ user_id: string; optin_id: string }[]> {
    return this.transactions.current.query(
      `SELECT user_id, optin_id FROM (
         SELECT DISTINCT ON (user_id, optin_id) user_id, optin_id, opted_in FROM consent
          WHERE user_id = ANY($1) ORDER BY user_id, optin_id, id DESC
       ) answers WHERE opted_in ORDER BY optin_id`,
      [userIds],
    );
  }

  findRecorded(userId: string, after: string, atMost: number): Promise<RecordedConsent[]> {
    return this.transactions.current.query(
      `SELECT c.id, c.optin_id, t.name, t.description, t.purpose, c.text_version, c.opted_in, c.given_at, c.source,
              c.client_id, c.address, c.locale
         FROM consent c JOIN optin_text t ON t.optin_id = c.optin_id AND t.version = c.text_version
        WHERE c.user_id = $1 AND c.id > $2 ORDER BY c.id LIMIT ${atMost}`,
      [userId, after],
    );
  }

  async eraseUser(userId: string): Promise<void> {
    await this.transactions.open.query('DELETE FROM consent WHERE user_id = $1', [userId]);
  }
}
