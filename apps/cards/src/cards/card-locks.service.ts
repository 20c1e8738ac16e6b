import { cardNumberPattern } from '@ces/contracts/cards/card-administration';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { found, unknownCard, unknownNumber } from './card-problems.js';
import { CardStore, type LockedCard } from './card.store.js';

export interface NumberedCard extends LockedCard {
  /** Whether the number is the current number of the card, and not one that a transfer has replaced. */
  is_actual: boolean;
}

/** Locks cards until the open transaction ends. */
@Injectable()
export class CardLocksService {
  constructor(private readonly store: CardStore) {}

  async byId(id: string): Promise<LockedCard> {
    if (!isUuid(id)) throw unknownCard();
    return found(await this.store.lock(id));
  }

  /** Refuses a malformed number like an unknown one. */
  async byNumber(number: unknown): Promise<NumberedCard> {
    const text = typeof number === 'string' ? number.trim() : '';
    const id = cardNumberPattern.test(text) ? await this.store.findIdByNumber(text) : undefined;
    if (id === undefined) throw unknownNumber();
    const card = await this.byId(id);
    // While this transaction waited, another card may have taken over the number. That happens only once to a number.
    if ((await this.store.findIdByNumber(text)) !== id) return this.byNumber(text);
    return { ...card, is_actual: card.number === text };
  }
}
