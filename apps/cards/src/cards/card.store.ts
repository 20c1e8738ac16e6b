import type { AudienceCard } from '@ces/contracts/cards/audience';
import type { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { CardFact, CardState } from '@ces/contracts/cards/cards';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface CardRow {
  id: string;
  identifier: string;
  identifier_actual: string;
  state: CardState;
  expiration: Date | null;
  tier_start_date: Date;
  created_at: Date;
  updated_at: Date;
  definition: string;
  representation: Representation;
  card_presentation: CardPresentation;
  display_groups_of: number | null;
  tier_id: string;
  tier: string;
  design: TierDesign;
  holders: { user_id: string; featured: boolean; removable: boolean }[] | null;
}

export interface LockedCard {
  id: string;
  identifier: string;
  number: string;
  state: CardState;
  expiration: Date | null;
  tier_id: string;
  definition_id: string;
  users_per_card: number;
  users_may_remove: boolean;
  /** Whether another card has taken over the number. */
  replaced: boolean;
}

export interface Holding {
  fact: CardFact;
  state: CardState;
}

export interface NumberOwner {
  id: string;
  replaced_by: string | null;
  /** Whether a card of the same definition may take over the number. */
  usable: boolean;
}

/** A card has expired at its moment, even before the chore has stored `expired`. */
const stateNow = `CASE WHEN c.state IN ('active', 'inactive') AND c.expiration <= now() THEN 'expired' ELSE c.state END`;

const select = `
  SELECT c.id, c.identifier, coalesce(c.identifier_actual, c.identifier) AS identifier_actual, ${stateNow} AS state,
         c.expiration, c.tier_start_date, c.created_at, c.updated_at, d.name AS definition, d.representation,
         d.card_presentation, d.display_groups_of, t.id AS tier_id, t.name AS tier, t.design, (
           SELECT json_agg(json_build_object('user_id', user_id, 'featured', featured, 'removable', removable)
                           ORDER BY added_at, user_id) FROM card_holder WHERE card_id = c.id
         ) AS holders`;
const joins = 'JOIN card_tier t ON t.id = c.tier_id JOIN card_definition d ON d.id = t.definition_id';

const lockedColumns = `c.id, c.identifier, coalesce(c.identifier_actual, c.identifier) AS number, ${stateNow} AS state,
  c.expiration, c.tier_id, t.definition_id, d.users_per_card, d.users_may_remove,
  c.replaced_by IS NOT NULL AS replaced`;

/**
 * Cards with their definitions, tiers and holders. SQL because row 21 is one statement, because the state depends on the
 * clock of the database, and because rows are locked before they are read.
 */
@Injectable()
export class CardStore {
  constructor(private readonly transactions: Transactions) {}

  /** Row 21: the featured card first, then the newest, in one statement. */
  findOf(userId: string): Promise<CardRow[]> {
    return this.transactions.current.query(
      `${select} FROM card_holder h JOIN card c ON c.id = h.card_id ${joins}
      WHERE h.user_id = $1 ORDER BY h.featured DESC, h.added_at DESC, c.id DESC`,
      [userId],
    );
  }

  async find(id: string): Promise<CardRow | undefined> {
    const [row] = await this.transactions.current.query<CardRow[]>(`${select} FROM card c ${joins} WHERE c.id = $1`, [
      id,
    ]);
    return row;
  }

  findActiveOf(userIds: string[]): Promise<(AudienceCard & { user_id: string })[]> {
    return this.transactions.current.query(
      `SELECT h.user_id, c.id AS card_id, d.name AS card_definition, t.id AS card_tier_id, ${stateNow} AS state
         FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
         JOIN card_definition d ON d.id = t.definition_id
        WHERE h.user_id = ANY($1) AND ${stateNow} = 'active' ORDER BY h.featured DESC, h.added_at DESC, c.id DESC`,
      [userIds],
    );
  }

  /** The holders of these cards, as facts tell of them. Most cards that expire in a night have no holder. */
  async findHoldings(cardIds: string[], userId: string | null): Promise<Holding[]> {
    const rows = await this.transactions.current.query<(CardFact & { state: CardState })[]>(
      `SELECT h.user_id, c.id AS card_id, coalesce(c.identifier_actual, c.identifier) AS identifier,
            d.name AS card_definition, t.id AS card_tier_id, t.name AS card_tier, ${stateNow} AS state
       FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
       JOIN card_definition d ON d.id = t.definition_id
      WHERE h.card_id = ANY($1) AND ($2::text IS NULL OR h.user_id = $2) ORDER BY h.added_at, h.user_id`,
      [cardIds, userId],
    );
    return rows.map(({ state, ...fact }) => ({ fact, state }));
  }

  /** Follows a transfer to the card that has the number now. */
  async findIdByNumber(number: string): Promise<string | undefined> {
    const [row] = await this.transactions.current.query<{ id: string }[]>(
      'SELECT coalesce(replaced_by, id) AS id FROM card WHERE identifier = $1',
      [number],
    );
    return row?.id;
  }

  /** Locks a card until the open transaction ends. The card is read after the lock, because its tier may have changed. */
  async lock(id: string): Promise<LockedCard | undefined> {
    const tx = this.transactions.open;
    await tx.query('SELECT 1 FROM card WHERE id = $1 FOR UPDATE', [id]);
    const [card] = await tx.query<LockedCard[]>(`SELECT ${lockedColumns} FROM card c ${joins} WHERE c.id = $1`, [id]);
    return card;
  }

  async countHolders(cardId: string, userId: string): Promise<{ holders: number; cards: number }> {
    const [count] = await this.transactions.current.query<{ holders: number; cards: number }[]>(
      `SELECT (SELECT count(*)::int FROM card_holder WHERE card_id = $1) AS holders,
              (SELECT count(*)::int FROM card_holder WHERE user_id = $2) AS cards`,
      [cardId, userId],
    );
    if (!count) throw new Error('the holders of a card were not counted');
    return count;
  }

  /** The card is featured when no other card of the user is. */
  async addHolder(userId: string, card: Pick<LockedCard, 'id' | 'users_may_remove'>): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO card_holder (user_id, card_id, removable, featured)
           SELECT $1, $2, $3, NOT EXISTS (SELECT 1 FROM card_holder WHERE user_id = $1 AND featured)`,
      [userId, card.id, card.users_may_remove],
    );
  }

  /** Another tier begins now, by the clock of the database. */
  async change(id: string, card: Pick<LockedCard, 'state' | 'expiration' | 'tier_id'>): Promise<void> {
    await this.transactions.open.query(
      `UPDATE card SET state = $2, expiration = $3, tier_id = $4, updated_at = now(),
                  tier_start_date = CASE WHEN tier_id = $4 THEN tier_start_date ELSE now() END WHERE id = $1`,
      [id, card.state, card.expiration, card.tier_id],
    );
  }

  /** Adds the row of a new number that leads to this card. Returns false when the number was given out before. */
  async addNumber(id: string, number: string, card: Pick<LockedCard, 'id' | 'tier_id'>): Promise<boolean> {
    const inserted = await this.transactions.open.query<unknown[]>(
      `INSERT INTO card (id, tier_id, identifier, state, replaced_by) VALUES ($1, $2, $3, 'replaced', $4)
     ON CONFLICT (identifier) DO NOTHING RETURNING 1`,
      [id, card.tier_id, number, card.id],
    );
    return inserted.length > 0;
  }

  async lockOwner(number: string, definitionId: string): Promise<NumberOwner | undefined> {
    const [owner] = await this.transactions.open.query<NumberOwner[]>(
      `SELECT c.id, c.replaced_by, c.state IN ('active', 'inactive') AND c.identifier_actual IS NULL
            AND t.definition_id = $2 AS usable
       FROM card c JOIN card_tier t ON t.id = c.tier_id WHERE c.identifier = $1 FOR UPDATE OF c`,
      [number, definitionId],
    );
    return owner;
  }

  /** Stores `expired` for cards whose moment has passed, skipping locked cards. Returns the ids of the cards. */
  async expire(atMost: number): Promise<string[]> {
    const [expired] = await this.transactions.open.query<[{ id: string }[], number]>(
      `UPDATE card SET state = 'expired', updated_at = now() WHERE id IN (
           SELECT id FROM card WHERE expiration <= now() AND state IN ('active', 'inactive')
            ORDER BY expiration LIMIT ${atMost} FOR UPDATE SKIP LOCKED
         ) RETURNING id`,
    );
    return expired.map(({ id }) => id);
  }

  /** The lock waits for changes of these cards that are under way, because their facts still name the user. */
  async eraseHolder(userId: string): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(
      `SELECT 1 FROM card WHERE id IN (SELECT card_id FROM card_holder WHERE user_id = $1) ORDER BY id FOR UPDATE`,
      [userId],
    );
    await tx.query('DELETE FROM card_holder WHERE user_id = $1', [userId]);
  }
}
