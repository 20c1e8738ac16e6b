import {
  cardAdded,
  cardChanged,
  cardTierChanged,
  type CardChanged,
  type CardFact,
  type CardState,
} from '@ces/contracts/cards/cards';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { stateNow } from './read-cards.js';

interface Told {
  fact: CardFact;
  state: CardState;
}

/** Tells of cards, one fact for each user who has the card. Call it after the rows are written. */
@Injectable()
export class CardFacts {
  constructor(private readonly outbox: Outbox) {}

  async added(tx: EntityManager, cardId: string, userId: string): Promise<void> {
    for (const { fact } of await told(tx, [cardId], userId)) await this.outbox.add(cardAdded, fact);
  }

  async changed(tx: EntityManager, cardIds: string[], changes: CardChanged['changes'], only?: string): Promise<void> {
    for (const { fact, state } of await told(tx, cardIds, only))
      await this.outbox.add(cardChanged, { ...fact, changes, state });
  }

  async tierChanged(tx: EntityManager, cardId: string, previousId: string): Promise<void> {
    const [previous] = await tx.query<{ name: string }[]>('SELECT name FROM card_tier WHERE id = $1', [previousId]);
    for (const { fact } of await told(tx, [cardId]))
      await this.outbox.add(cardTierChanged, {
        ...fact,
        previous_card_tier_id: previousId,
        previous_card_tier: previous?.name ?? '',
      });
  }
}

/** One query, however many cards: most of those that expire in a night are on no account. */
async function told(tx: EntityManager, cardIds: string[], only?: string): Promise<Told[]> {
  const rows = await tx.query<(CardFact & { state: CardState })[]>(
    `SELECT h.user_id, c.id AS card_id, coalesce(c.identifier_actual, c.identifier) AS identifier,
            d.name AS card_definition, t.id AS card_tier_id, t.name AS card_tier, ${stateNow} AS state
       FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
       JOIN card_definition d ON d.id = t.definition_id
      WHERE h.card_id = ANY($1) AND ($2::text IS NULL OR h.user_id = $2) ORDER BY h.added_at, h.user_id`,
    [cardIds, only ?? null],
  );
  return rows.map(({ state, ...fact }) => ({ fact, state }));
}
