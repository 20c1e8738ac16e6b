import { cardAdded, cardChanged, cardTierChanged, type CardChanged } from '@ces/contracts/cards/cards';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import { TiersService } from '../definitions/tiers.service.js';
import { CardStore } from './card.store.js';

/** Tells of cards: one fact for each user who has the card. Call it after the rows are written. */
@Injectable()
export class CardFactsService {
  constructor(
    private readonly store: CardStore,
    private readonly tiers: TiersService,
    private readonly outbox: Outbox,
  ) {}

  async added(cardId: string, userId: string): Promise<void> {
    for (const { fact } of await this.store.findHoldings([cardId], userId)) await this.outbox.add(cardAdded, fact);
  }

  /** With `userId`, tells of this user only. */
  async changed(cardIds: string[], changes: CardChanged['changes'], userId: string | null = null): Promise<void> {
    for (const { fact, state } of await this.store.findHoldings(cardIds, userId))
      await this.outbox.add(cardChanged, { ...fact, changes, state });
  }

  async tierChanged(cardId: string, previousId: string): Promise<void> {
    const previous_card_tier = (await this.tiers.nameOf(previousId)) ?? '';
    for (const { fact } of await this.store.findHoldings([cardId], null))
      await this.outbox.add(cardTierChanged, { ...fact, previous_card_tier_id: previousId, previous_card_tier });
  }
}
