import type { AddCard, Card, CardsOf, RemovedCard, UserCardRef, UserCards } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CardsConfig } from '../cards.config.js';
import { lockUser } from '../erasure/user-lock.js';
import { Registrant } from '../registration/registrant.js';
import { isUserId } from '@ces/contracts/user-id';
import { CardFacts } from './card-facts.js';
import { Misses } from './misses.js';
import { cardById, cardsOf } from './read-cards.js';
import { found, noCard, lockById, lockByNumber, unknownNumber, type NumberedCard } from './lock-card.js';

/** What users do with their cards. */
@Injectable()
export class CardsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly registrant: Registrant,
    private readonly facts: CardFacts,
    private readonly misses: Misses,
    private readonly config: CardsConfig,
  ) {}

  async ofUser({ user_id, locale }: CardsOf): Promise<UserCards> {
    return { cards: await cardsOf(this.database.manager, user_id, locale) };
  }

  /** Row 18. Adding a card that the user has is answered with the card. */
  async add(request: AddCard): Promise<Card> {
    const userId = await this.registrant.userOf(request);
    return this.misses.counting(userId, (right) =>
      this.transactions.run(async (tx) => {
        const card = await this.addTo(tx, userId, request);
        await right(tx);
        return card;
      }),
    );
  }

  private async addTo(tx: EntityManager, userId: string, { identifier, locale }: AddCard): Promise<Card> {
    await lockUser(tx, userId);
    const card = await lockByNumber(tx, identifier);
    if (!(await has(tx, userId, card.id))) {
      await this.demandFree(tx, userId, card);
      await tx.query(
        `INSERT INTO card_holder (user_id, card_id, removable, featured)
           SELECT $1, $2, $3, NOT EXISTS (SELECT 1 FROM card_holder WHERE user_id = $1 AND featured)`,
        [userId, card.id, card.users_may_remove],
      );
      await this.facts.added(tx, card.id, userId);
    }
    return found(await cardById(tx, card.id, locale));
  }

  /** From now on this card is the first of the user's cards. */
  async feature({ user_id, card_id, locale }: UserCardRef): Promise<Card> {
    return this.transactions.run(async (tx) => {
      await lockUser(tx, user_id);
      const { featured } = await holding(tx, user_id, card_id);
      if (!featured) {
        await tx.query('UPDATE card_holder SET featured = false WHERE user_id = $1 AND featured', [user_id]);
        await tx.query('UPDATE card_holder SET featured = true WHERE user_id = $1 AND card_id = $2', [
          user_id,
          card_id,
        ]);
        await this.facts.changed(tx, [card_id], ['featured'], user_id);
      }
      return found(await cardById(tx, card_id, locale));
    });
  }

  async remove(request: UserCardRef): Promise<RemovedCard> {
    return this.takeOff(request, ({ removable }) => {
      if (!removable)
        throw new Problem('card-not-removable', 'Only an administrator can take this card off an account.');
    });
  }

  /** An operator needs nobody's leave. */
  async withdraw(request: UserCardRef): Promise<RemovedCard> {
    return this.takeOff(request, () => undefined);
  }

  private takeOff({ user_id, card_id }: UserCardRef, demand: (holding: Holding) => void): Promise<RemovedCard> {
    if (!isUserId(user_id)) throw noCard();
    return this.transactions.run(async (tx) => {
      await lockUser(tx, user_id);
      // Whoever changes the card right now tells its users of it: this one is told before the card is gone.
      await lockById(tx, card_id);
      const held = await holding(tx, user_id, card_id);
      demand(held);
      await this.facts.changed(tx, [card_id], ['removed'], user_id);
      await tx.query('DELETE FROM card_holder WHERE user_id = $1 AND card_id = $2', [user_id, card_id]);
      if (held.featured) await this.featureNewest(tx, user_id);
      return { deleted: true };
    });
  }

  private async featureNewest(tx: EntityManager, userId: string): Promise<void> {
    const [next] = await tx.query<{ card_id: string }[]>(
      'SELECT card_id FROM card_holder WHERE user_id = $1 ORDER BY added_at DESC, card_id DESC LIMIT 1',
      [userId],
    );
    if (!next) return;
    await tx.query('UPDATE card_holder SET featured = true WHERE user_id = $1 AND card_id = $2', [
      userId,
      next.card_id,
    ]);
    await this.facts.changed(tx, [next.card_id], ['featured'], userId);
  }

  /** The card is locked: whoever else wants it waits, and counts after us. */
  private async demandFree(tx: EntityManager, userId: string, card: NumberedCard): Promise<void> {
    if (!card.is_actual) throw unknownNumber();
    const [count] = await tx.query<{ holders: number; cards: number }[]>(
      `SELECT (SELECT count(*)::int FROM card_holder WHERE card_id = $1) AS holders,
              (SELECT count(*)::int FROM card_holder WHERE user_id = $2) AS cards`,
      [card.id, userId],
    );
    if (!count || count.holders >= card.users_per_card)
      throw new Problem('card-taken', 'The card is on another account, and cannot be on one more.');
    if (card.state !== 'active') throw new Problem('card-not-usable', `The card is ${card.state}.`);
    if (count.cards >= this.config.CARDS_PER_USER)
      throw new Problem('card-limit-reached', `An account may have ${this.config.CARDS_PER_USER} cards.`);
  }
}

interface Holding {
  featured: boolean;
  removable: boolean;
}

async function has(tx: EntityManager, userId: string, cardId: string): Promise<boolean> {
  return (await findHolding(tx, userId, cardId)) !== undefined;
}

async function holding(tx: EntityManager, userId: string, cardId: string): Promise<Holding> {
  return found(isUuid(cardId) ? await findHolding(tx, userId, cardId) : undefined);
}

async function findHolding(tx: EntityManager, userId: string, cardId: string): Promise<Holding | undefined> {
  const [row] = await tx.query<Holding[]>(
    'SELECT featured, removable FROM card_holder WHERE user_id = $1 AND card_id = $2',
    [userId, cardId],
  );
  return row;
}
