import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';

/** Works on the items of a chore, each in a savepoint of the open transaction. */
@Injectable()
export class OneByOne {
  private readonly logger = new Logger('OneByOne');

  constructor(private readonly transactions: Transactions) {}

  /** An item that fails is logged and left for the next run; the others are not affected. */
  async run<T extends { id: string }>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    for (const item of items) {
      await this.transactions.open
        .transaction(() => work(item))
        .catch((error: unknown) => {
          this.logger.error({ err: error, id: item.id }, 'an item of a chore failed; the next run tries again');
        });
    }
  }
}
