import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** SQL because retirement takes the clock of the database and, unlike other changes, leaves `updated_at` alone. */
@Injectable()
export class OptinStore {
  constructor(private readonly transactions: Transactions) {}

  /** Retires an opt-in. A retired opt-in keeps its moment. */
  async retire(id: string): Promise<void> {
    await this.transactions.open.query('UPDATE optin SET retired_at = coalesce(retired_at, now()) WHERE id = $1', [id]);
  }
}
