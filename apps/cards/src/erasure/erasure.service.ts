import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { UserTombstones } from '@ces/service/tombstones/user-tombstones.service';
import { Injectable } from '@nestjs/common';
import { CardsOfUsersService } from '../cards/cards-of-users.service.js';
import { MissesService } from '../misses/misses.service.js';
import { ConsentsOfUsersService } from '../optins/consents-of-users.service.js';
import { ErasureStore } from './erasure.store.js';

const receipt = erasureReceipt('cards');

@Injectable()
export class ErasureService {
  constructor(
    private readonly tombstones: UserTombstones,
    private readonly cards: CardsOfUsersService,
    private readonly consents: ConsentsOfUsersService,
    private readonly misses: MissesService,
    private readonly facts: FactEraser,
    private readonly store: ErasureStore,
    private readonly outbox: Outbox,
  ) {}

  /** Runs in the transaction of the fact. */
  async erase(userId: string): Promise<void> {
    await this.tombstones.bury(userId);
    await this.cards.erase(userId);
    await this.consents.erase(userId);
    await this.misses.eraseUser(userId);
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.store.deleteAnswers(userId);
    await this.outbox.add(receipt, { user_id: userId });
  }
}
