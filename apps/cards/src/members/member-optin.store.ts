import type { ImportedOptin } from '@ces/contracts/cards/member-parts';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';

export interface GivenAnswer {
  user_id: string;
  optin_id: string;
  opted_in: boolean;
  given_at: Date;
  source: string;
}

export interface NewAnswer extends ImportedOptin {
  user_id: string;
  text_version: number;
}

/** Answers of imported members. SQL because hundreds of answers are compared and written at once. */
@Injectable()
export class MemberOptinStore {
  constructor(private readonly transactions: Transactions) {}

  async findVersions(ids: string[]): Promise<Map<string, number>> {
    const found = await this.transactions.open.query<{ id: string; text_version: number }[]>(
      'SELECT id, text_version FROM optin WHERE id = ANY ($1::uuid[]) AND retired_at IS NULL',
      [ids.filter(isUuid)],
    );
    return new Map(found.map(({ id, text_version }) => [id, text_version]));
  }

  async findAnswers(userIds: string[]): Promise<Map<string, GivenAnswer[]>> {
    const found = await this.transactions.open.query<GivenAnswer[]>(
      'SELECT user_id, optin_id, opted_in, given_at, source FROM consent WHERE user_id = ANY ($1)',
      [userIds],
    );
    return Map.groupBy(found, ({ user_id, optin_id }) => `${user_id} ${optin_id}`);
  }

  /** The other system knows neither client nor address nor language of an answer. */
  async add(answers: NewAnswer[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO consent (user_id, optin_id, text_version, opted_in, given_at, source, client_id, address, locale)
       SELECT user_id, optin_id, text_version, opted_in, at, source, '', '', ''
         FROM json_to_recordset($1) AS a (user_id text, optin_id uuid, text_version int, opted_in boolean,
              at timestamptz, source text) ORDER BY at`,
      [JSON.stringify(answers)],
    );
  }
}
