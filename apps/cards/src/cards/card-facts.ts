import {
  cardAdded,
  cardChanged,
  cardTierChanged,
  type CardChanged,
  type CardFact,
  type CardState,
} from '@ces/contracts/cards';
import { Outbox } from '@ces/messaging/outbox';
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
    for (const { fact } of await told(tx, cardId))
      if (fact.user_id === userId) await this.outbox.add(tx, cardAdded, fact);
  }

  async changed(tx: EntityManager, cardId: string, changes: CardChanged['changes'], only?: string): Promise<void> {
    for (const { fact, state } of await told(tx, cardId))
      if (only === undefined || fact.user_id === only)
        await this.outbox.add(tx, cardChanged, { ...fact, changes, state });
  }

  async tierChanged(tx: EntityManager, cardId: string, previous_card_tier_id: string): Promise<void> {
    for (const { fact } of await told(tx, cardId))
      await this.outbox.add(tx, cardTierChanged, { ...fact, previous_card_tier_id });
  }
}

async function told(tx: EntityManager, cardId: string): Promise<Told[]> {
  const rows = await tx.query<(CardFact & { state: CardState })[]>(
    `SELECT h.user_id, c.id AS card_id, coalesce(c.identifier_actual, c.identifier) AS identifier,
            d.name AS card_definition, t.id AS card_tier_id, ${stateNow} AS state
       FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
       JOIN card_definition d ON d.id = t.definition_id
      WHERE h.card_id = $1 ORDER BY h.added_at, h.user_id`,
    [cardId],
  );
  return rows.map(({ state, ...fact }) => ({ fact, state }));
}
