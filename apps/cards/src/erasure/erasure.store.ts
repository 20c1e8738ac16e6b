import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

@Injectable()
export class ErasureStore {
  constructor(private readonly transactions: Transactions) {}

  /** Deletes recorded answers that name the user. SQL because it searches texts; answers are few and live for a day. */
  async deleteAnswers(userId: string): Promise<void> {
    await this.transactions.open.query('DELETE FROM idempotency_key WHERE strpos(answer, $1) > 0', [userId]);
  }
}
