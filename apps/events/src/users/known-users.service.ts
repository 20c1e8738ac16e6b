import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { KnownUserStore } from './known-user.store.js';

/**
 * The copy of the user ids that exist. The insert of events looks each user up in it (intake.store.ts), so events of known
 * users are taken in while identity is away. See docs/decisions/known-users.md
 */
@Injectable()
export class KnownUsersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: KnownUserStore,
  ) {}

  add(userIds: string[]): Promise<void> {
    return this.store.add(userIds);
  }

  /** For ids that identity has confirmed in answer to a question. */
  async addNow(userIds: string[]): Promise<void> {
    if (userIds.length > 0) await this.transactions.run(() => this.store.add(userIds));
  }

  noteClosing(userId: string, closed: boolean, at: string): Promise<void> {
    return this.store.noteClosing(userId, closed, at);
  }

  async erase(userId: string): Promise<void> {
    await this.transactions.apart(() => this.store.erase(userId));
  }
}
