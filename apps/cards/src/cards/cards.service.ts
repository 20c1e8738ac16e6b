import type { AddCard, Card, CardsOf, LinkCard, RemovedCard, UserCardRef, UserCards } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { UserTombstones } from '@ces/service/tombstones/user-tombstones.service';
import { Injectable } from '@nestjs/common';
import { CardsConfig } from '../cards.config.js';
import { MissesService } from '../misses/misses.service.js';
import { RegistrantsService } from '../registration/registrants.service.js';
import { CardFactsService } from './card-facts.service.js';
import { CardHolderEntity } from './card-holder.entity.js';
import { CardLocksService, type NumberedCard } from './card-locks.service.js';
import { found, unknownCard, unknownNumber } from './card-problems.js';
import { CardStore } from './card.store.js';
import { toCard } from './to-card.js';

@Injectable()
export class CardsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: CardStore,
    private readonly locks: CardLocksService,
    private readonly facts: CardFactsService,
    private readonly registrants: RegistrantsService,
    private readonly tombstones: UserTombstones,
    private readonly misses: MissesService,
    private readonly config: CardsConfig,
  ) {}

  // row 21
  async ofUser({ user_id, locale }: CardsOf): Promise<UserCards> {
    const rows = await this.store.findOf(user_id);
    return { cards: rows.map((row) => toCard(row, locale)) };
  }

  /** Row 18. A card that the user has already is answered in the same way. */
  async add(request: AddCard): Promise<Card> {
    const userId = await this.registrants.userOf(request);
    return this.misses.countAttempt(userId, () => this.addTo(userId, request));
  }

  feature({ user_id, card_id, locale }: UserCardRef): Promise<Card> {
    return this.transactions.run(async () => {
      await this.tombstones.lockUser(user_id);
      const { featured } = await this.holding(user_id, card_id);
      if (!featured) {
        await this.holders.update({ user_id, featured: true }, { featured: false });
        await this.featureNow(user_id, card_id);
      }
      return this.read(card_id, locale);
    });
  }

  remove(request: UserCardRef): Promise<RemovedCard> {
    return this.takeOff(request, ({ removable }) => {
      if (!removable)
        throw new Problem('card-not-removable', 'Only an administrator can take this card off an account.');
    });
  }

  /** Misses of an operator are not counted, because an operator can read every card number. */
  async link(request: LinkCard): Promise<Card> {
    await this.registrants.demandOpen(request.user_id);
    return this.transactions.run(() => this.addTo(request.user_id, request));
  }

  /** An operator may take any card off an account. */
  withdraw(request: UserCardRef): Promise<RemovedCard> {
    return this.takeOff(request, () => undefined);
  }

  private get holders() {
    return this.transactions.of(CardHolderEntity);
  }

  private async addTo(userId: string, { identifier, locale }: Pick<AddCard, 'identifier' | 'locale'>): Promise<Card> {
    await this.tombstones.lockUser(userId);
    const card = await this.locks.byNumber(identifier);
    if (!(await this.holders.existsBy({ user_id: userId, card_id: card.id }))) {
      await this.demandFree(userId, card);
      await this.store.addHolder(userId, card);
      await this.facts.added(card.id, userId);
    }
    return this.read(card.id, locale);
  }

  private takeOff(
    { user_id, card_id }: UserCardRef,
    demand: (holding: CardHolderEntity) => void,
  ): Promise<RemovedCard> {
    if (!isUserId(user_id)) throw unknownCard();
    return this.transactions.run(async () => {
      await this.tombstones.lockUser(user_id);
      // Locks the card, so that a change under way tells this user before the card is removed.
      await this.locks.byId(card_id);
      const holding = await this.holding(user_id, card_id);
      demand(holding);
      await this.facts.changed([card_id], ['removed'], user_id);
      await this.holders.delete({ user_id, card_id });
      if (holding.featured) await this.featureNewest(user_id);
      return { deleted: true };
    });
  }

  private async featureNewest(userId: string): Promise<void> {
    const next = await this.holders.findOne({
      where: { user_id: userId },
      order: { added_at: 'DESC', card_id: 'DESC' },
    });
    if (next) await this.featureNow(userId, next.card_id);
  }

  private async featureNow(userId: string, cardId: string): Promise<void> {
    await this.holders.update({ user_id: userId, card_id: cardId }, { featured: true });
    await this.facts.changed([cardId], ['featured'], userId);
  }

  /** The card is locked, so no other user gets it meanwhile. */
  private async demandFree(userId: string, card: NumberedCard): Promise<void> {
    if (!card.is_actual) throw unknownNumber();
    const count = await this.store.countHolders(card.id, userId);
    if (count.holders >= card.users_per_card)
      throw new Problem('card-taken', 'The card is on as many accounts as allowed already.');
    if (card.state !== 'active') throw new Problem('card-not-usable', `The card is ${card.state}.`);
    if (count.cards >= this.config.CARDS_PER_USER)
      throw new Problem('card-limit-reached', `An account may have ${this.config.CARDS_PER_USER} cards.`);
  }

  private async holding(userId: string, cardId: string): Promise<CardHolderEntity> {
    return found(isUuid(cardId) ? await this.holders.findOneBy({ user_id: userId, card_id: cardId }) : undefined);
  }

  private async read(id: string, locale: string): Promise<Card> {
    return toCard(found(await this.store.find(id)), locale);
  }
}
