import type { CardState } from '@ces/contracts/cards/cards';
import { Transactions } from '@ces/messaging/storage/transactions';
import { hashUser } from '@ces/service/tombstones/hash-user';
import { Injectable } from '@nestjs/common';
import type { IssueTarget } from '../issuing/issue-target.js';

export interface NumberedCard {
  id: string;
  identifier: string;
  state: CardState;
  is_actual: boolean;
  users_per_card: number;
  holders: string[];
}

interface Holder {
  user_id: string;
  card_id: string;
  featured: boolean;
}

/** Cards of imported members. SQL because hundreds of users and cards are locked, compared and written at once. */
@Injectable()
export class MemberCardStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes other changes of these users wait until the open transaction ends; returns those who were erased. */
  async lockUsers(userIds: string[]): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    await this.transactions.open.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('user ' || id, 0))
         FROM (SELECT id FROM unnest($1::text[]) id ORDER BY id) sorted`,
      [userIds],
    );
    const erased = await this.transactions.open.query<{ user_hash: Buffer }[]>(
      'SELECT user_hash FROM erased_user WHERE user_hash = ANY ($1::bytea[])',
      [userIds.map(hashUser)],
    );
    const hashes = new Set(erased.map(({ user_hash }) => user_hash.toString('hex')));
    return new Set(userIds.filter((id) => hashes.has(hashUser(id).toString('hex'))));
  }

  async lockNumbers(numbers: string[]): Promise<Map<string, NumberedCard>> {
    const tx = this.transactions.open;
    await tx.query('SELECT FROM card WHERE identifier = ANY ($1) ORDER BY id FOR UPDATE', [numbers]);
    const found = await tx.query<NumberedCard[]>(
      `SELECT c.id, c.identifier, d.users_per_card,
              CASE WHEN c.state = 'active' AND c.expiration <= now() THEN 'expired' ELSE c.state END AS state,
              c.identifier_actual IS NULL AND c.replaced_by IS NULL AS is_actual,
              ARRAY(SELECT user_id FROM card_holder WHERE card_id = c.id) AS holders
         FROM card c JOIN card_tier t ON t.id = c.tier_id JOIN card_definition d ON d.id = t.definition_id
        WHERE c.identifier = ANY ($1)`,
      [numbers],
    );
    return new Map(found.map((card) => [card.identifier, card]));
  }

  async countOf(userIds: string[]): Promise<Map<string, { count: number; featured: boolean }>> {
    const rows = await this.transactions.open.query<{ user_id: string; count: number; featured: boolean }[]>(
      `SELECT user_id, count(*)::int AS count, bool_or(featured) AS featured FROM card_holder
        WHERE user_id = ANY ($1) GROUP BY user_id`,
      [userIds],
    );
    return new Map(rows.map(({ user_id, ...held }) => [user_id, held]));
  }

  async issue(cards: { card_id: string; identifier: string; target: IssueTarget }[]): Promise<void> {
    if (cards.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO card (id, identifier, tier_id, state, expiration)
       SELECT id, identifier, tier_id, state, expiration
         FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[])
              AS n (id, identifier, tier_id, state, expiration)
        ORDER BY identifier COLLATE "C"`,
      [
        cards.map(({ card_id }) => card_id),
        cards.map(({ identifier }) => identifier),
        cards.map(({ target }) => target.tier.id),
        cards.map(({ target }) => target.state),
        cards.map(({ target }) => target.expiration),
      ],
    );
  }

  async addHolders(holders: Holder[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO card_holder (user_id, card_id, featured, removable)
       SELECT h.user_id, h.card_id, h.featured, d.users_may_remove
         FROM unnest($1::text[], $2::uuid[], $3::bool[]) AS h (user_id, card_id, featured)
         JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
         JOIN card_definition d ON d.id = t.definition_id`,
      [
        holders.map(({ user_id }) => user_id),
        holders.map(({ card_id }) => card_id),
        holders.map(({ featured }) => featured),
      ],
    );
  }
}
