import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { noCampaign } from '../no-campaign.js';

/** SQL because a month of the ledger is added up by the database. */
@Injectable()
export class CarriedBalanceStore {
  constructor(private readonly transactions: Transactions) {}

  /** Adds the sums of a partition of the ledger, in the transaction that drops it. */
  async add(partition: string): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO carried_balance AS c (user_id, block_id, value, imported)
       SELECT user_id, block_id, sum(value), coalesce(sum(value) FILTER (WHERE campaign_id = $1), 0)
         FROM ${escapeIdentifier(partition)} GROUP BY user_id, block_id
       ON CONFLICT (user_id, block_id)
          DO UPDATE SET value = c.value + excluded.value, imported = c.imported + excluded.imported`,
      [noCampaign],
    );
  }
}
