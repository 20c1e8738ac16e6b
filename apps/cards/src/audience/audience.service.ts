import type { Audience, AudienceCard, AudienceNames } from '@ces/contracts/cards/audience';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { stateNow } from '../cards/read-cards.js';

/** A reply must stay well under 1 MiB. */
const maxBytes = 900 * 1_024;

@Injectable()
export class AudienceService {
  constructor(private readonly database: DataSource) {}

  /** One query for all cards and one for all opt-ins, however many users are meant. */
  async of(userIds: string[]): Promise<Audience[]> {
    const [cards, optins] = await Promise.all([this.cards(userIds), this.optins(userIds)]);
    const audience = userIds.map((user_id) => ({
      user_id,
      cards: cards.get(user_id) ?? [],
      optins: optins.get(user_id) ?? [],
    }));
    if (Buffer.byteLength(JSON.stringify(audience)) <= maxBytes) return audience;
    throw new Problem('body-too-large', 'The answer does not fit into one message: ask for fewer users at once.');
  }

  async known({ optins, card_tiers }: AudienceNames): Promise<AudienceNames> {
    return { optins: await this.existing('optin', optins), card_tiers: await this.existing('card_tier', card_tiers) };
  }

  private async existing(table: 'optin' | 'card_tier', ids: string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(`SELECT id FROM ${table} WHERE id = ANY($1::uuid[])`, [
      ids.filter(isUuid),
    ]);
    return rows.map(({ id }) => id);
  }

  private async cards(userIds: string[]): Promise<Map<string, AudienceCard[]>> {
    const rows = await this.database.query<(AudienceCard & { user_id: string })[]>(
      `SELECT h.user_id, c.id AS card_id, d.name AS card_definition, t.id AS card_tier_id, ${stateNow} AS state
         FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
         JOIN card_definition d ON d.id = t.definition_id
        WHERE h.user_id = ANY($1) AND ${stateNow} = 'active' ORDER BY h.featured DESC, h.added_at DESC, c.id DESC`,
      [userIds],
    );
    return byUser(rows, ({ card_id, card_definition, card_tier_id, state }) => ({
      card_id,
      card_definition,
      card_tier_id,
      state,
    }));
  }

  private async optins(userIds: string[]): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ user_id: string; optin_id: string }[]>(
      `SELECT user_id, optin_id FROM (
         SELECT DISTINCT ON (user_id, optin_id) user_id, optin_id, opted_in FROM consent
          WHERE user_id = ANY($1) ORDER BY user_id, optin_id, id DESC
       ) answers WHERE opted_in ORDER BY optin_id`,
      [userIds],
    );
    return byUser(rows, (row) => row.optin_id);
  }
}

function byUser<Row extends { user_id: string }, T>(rows: Row[], pick: (row: Row) => T): Map<string, T[]> {
  const groups = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...groups].map(([userId, group]) => [userId, group.map(pick)]));
}
