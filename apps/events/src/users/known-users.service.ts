import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';
import { KnownUserStore } from './known-user.store.js';

/**
 * The copy of the users that exist. The insert of events looks each user up in it (intake.store.ts), so events of known
 * users are taken in while identity is away. See docs/decisions/known-users.md
 */
@Injectable()
export class KnownUsersService {
  private readonly logger = new Logger('KnownUsers');

  constructor(
    private readonly transactions: Transactions,
    private readonly store: KnownUserStore,
  ) {}

  add(userIds: string[]): Promise<void> {
    return this.store.add(userIds);
  }

  /** For users whom identity has confirmed. Their events need not wait: without the copy, identity is asked again. */
  addSoon(userIds: string[]): void {
    if (userIds.length === 0) return;
    this.transactions
      .run(() => this.store.add(userIds))
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'confirmed users were not copied');
      });
  }

  noteClosing(userId: string, closed: boolean, at: string): Promise<void> {
    return this.store.noteClosing(userId, closed, at);
  }

  async erase(userId: string): Promise<void> {
    await this.transactions.apart(() => this.store.erase(userId));
  }
}
