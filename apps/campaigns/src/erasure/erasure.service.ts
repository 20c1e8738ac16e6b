import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { closeForever, dropDeadLetters } from './erased-users.js';
import { UserDataStore } from './user-data.store.js';

const receipt = erasureReceipt('campaigns');

/** Erases users. What campaigns have counted altogether stays: it says nothing about a user. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: UserDataStore,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  async erase(userId: string): Promise<void> {
    // Committed before the rest, so that judging does not wait while streams are read. Doing it twice is harmless.
    await this.transactions.apart((tx) => closeForever(tx, userId));
    await this.store.erase(userId);
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.store.eraseAnswers(userId);
    await this.outbox.add(receipt, { user_id: userId });
  }

  @Every({
    name: 'purge-tombstones',
    does: 'Deletes dead letters of erased users, and tombstones that nothing can need any more.',
    seconds: 3_600,
  })
  async purgeTombstones(): Promise<void> {
    await dropDeadLetters(this.transactions.current);
    await this.store.purgeTombstones();
  }
}
