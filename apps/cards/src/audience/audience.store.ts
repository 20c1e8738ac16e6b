import type { CardsAudience } from '@ces/contracts/cards/audience-size';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** A card counts until its moment of expiration, whether or not the chore has stored that it has expired. */
const holders = `
  SELECT h.user_id FROM card_holder h JOIN card c ON c.id = h.card_id
   WHERE c.tier_id = ANY ($2::uuid[]) AND c.state = 'active' AND (c.expiration IS NULL OR c.expiration > now())`;

const consenters = `SELECT k.user_id FROM consent k WHERE k.optin_id = ($1::uuid[])[1] AND k.opted_in`;

/** The newest answer to each opt-in counts. */
const hasGivenAll = `
  NOT EXISTS (SELECT FROM unnest($1::uuid[]) AS o(id)
               WHERE NOT coalesce((SELECT k.opted_in FROM consent k WHERE k.user_id = u.user_id AND k.optin_id = o.id
                                    ORDER BY k.id DESC LIMIT 1), false))`;

/** The users of an audience of opt-ins and card tiers. SQL because they are found as a set. */
@Injectable()
export class AudienceStore {
  constructor(private readonly transactions: Transactions) {}

  async count({ optins, card_tiers }: CardsAudience, among: string[] | null): Promise<number> {
    const [counted] = await this.transactions.current.query<{ users: string }[]>(
      `SELECT count(DISTINCT u.user_id) AS users FROM (${card_tiers.length > 0 ? holders : consenters}) u
        WHERE ($3::text[] IS NULL OR u.user_id = ANY ($3::text[])) AND ${hasGivenAll} AND $2::uuid[] IS NOT NULL`,
      [optins, card_tiers, among],
    );
    return Number(counted?.users);
  }

  async findAfter({ optins, card_tiers }: CardsAudience, after: string, limit: number): Promise<string[]> {
    const rows = await this.transactions.current.query<{ user_id: string }[]>(
      `SELECT DISTINCT u.user_id FROM (${card_tiers.length > 0 ? holders : consenters}) u
        WHERE u.user_id > $3 AND ${hasGivenAll} AND $2::uuid[] IS NOT NULL ORDER BY u.user_id LIMIT $4`,
      [optins, card_tiers, after, limit],
    );
    return rows.map(({ user_id }) => user_id);
  }
}
