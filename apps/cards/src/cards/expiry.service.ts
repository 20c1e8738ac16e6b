import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { CardFactsService } from './card-facts.service.js';
import { CardStore } from './card.store.js';

const batchSize = 500;

@Injectable()
export class ExpiryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: CardStore,
    private readonly facts: CardFactsService,
  ) {}

  /** Each batch is a transaction, so a million cards that expire at midnight block no other change for long. */
  @Every({
    name: 'expire-cards',
    does: 'Stores the state of cards whose expiration has passed, and tells of it.',
    seconds: 'CARD_EXPIRY_SECONDS',
  })
  expireBatch(): Promise<'more' | 'done'> {
    return this.transactions.run(async () => {
      const ids = await this.store.expire(batchSize);
      await this.facts.changed(ids, ['state']);
      return ids.length === batchSize ? 'more' : 'done';
    });
  }
}
