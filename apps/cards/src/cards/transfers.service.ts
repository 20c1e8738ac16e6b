import type { TransferCard } from '@ces/contracts/cards/card-administration';
import type { Card } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CardFactsService } from './card-facts.service.js';
import { CardHolderEntity } from './card-holder.entity.js';
import { CardLocksService } from './card-locks.service.js';
import { demandOwnNumber, found } from './card-problems.js';
import { CardEntity } from './card.entity.js';
import { CardStore, type LockedCard } from './card.store.js';
import { toCard } from './to-card.js';

@Injectable()
export class TransfersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: CardStore,
    private readonly locks: CardLocksService,
    private readonly facts: CardFactsService,
  ) {}

  /** The old number can no longer add the card to an account. */
  transfer({ id, identifier, locale }: TransferCard): Promise<Card> {
    return this.transactions.run(async () => {
      const card = await this.locks.byId(id);
      demandOwnNumber(card);
      if (identifier !== card.number) {
        await this.moveTo(card, identifier);
        await this.facts.changed([card.id], ['number']);
      }
      return toCard(found(await this.store.find(card.id)), locale);
    });
  }

  private async moveTo(card: LockedCard, number: string): Promise<void> {
    const isOriginal = number === card.identifier;
    if (!isOriginal) await this.takeNumber(card, number);
    await this.update(card.id, { identifier_actual: isOriginal ? null : number });
  }

  /** Takes a new number, or that of an issued card that no user has. */
  private async takeNumber(card: LockedCard, number: string): Promise<void> {
    if (await this.store.addNumber(newId(), number, card)) return;
    const owner = await this.store.lockOwner(number, card.definition_id);
    if (owner?.replaced_by === card.id) return;
    if (!owner?.usable || owner.replaced_by !== null || (await this.isHeld(owner.id))) {
      throw new Problem('card-number-taken', 'The number is that of another card.', {
        errors: [{ pointer: '#/identifier', code: 'taken', detail: 'is the number of another card' }],
      });
    }
    await this.update(owner.id, { state: 'replaced', replaced_by: card.id });
  }

  private async update(id: string, changes: Partial<CardEntity>): Promise<void> {
    await this.transactions.of(CardEntity).update({ id }, changes);
  }

  private isHeld(cardId: string): Promise<boolean> {
    return this.transactions.of(CardHolderEntity).existsBy({ card_id: cardId });
  }
}
