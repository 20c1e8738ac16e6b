import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { UserDataStore } from './user-data.store.js';

const receipt = erasureReceipt('campaigns');

/** The totals of campaigns stay, because they say nothing about a user. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ClosedUsers,
    private readonly store: UserDataStore,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  async erase(userId: string): Promise<void> {
    // The tombstone is committed first, so that judging does not wait while streams are read. Doing it twice is harmless.
    await this.transactions.apart(() => this.users.bury(userId));
    await this.store.erase(userId);
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.store.eraseAnswers(userId);
    await this.outbox.add(receipt, { user_id: userId });
  }
}
