import type { ImportedBalance } from '@ces/contracts/campaigns/member-balances';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import type { CarriedBalanceEntity } from '../retention/carried-balance.entity.js';
import { noCampaign } from '../no-campaign.js';

type BookedSum = Pick<CarriedBalanceEntity, 'user_id' | 'block_id' | 'value'>;

/** The blocks by stack, in their order. */
export type Blocks = Map<string, string[]>;

export function openingKey(userId: string, blockId: string): string {
  return `${userId} ${blockId}`;
}

/** Entries that imports have booked. SQL because they are added up for hundreds of members at once. */
@Injectable()
export class OpeningBalanceStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes other imports wait until the transaction ends, so that no difference is booked twice. */
  async lock(): Promise<void> {
    await this.transactions.open.query(`SELECT pg_advisory_xact_lock(hashtextextended('opening balances', 0))`);
  }

  async findBlocks(balances: ImportedBalance[]): Promise<Blocks> {
    const stacks = [...new Set(balances.map(({ stack_id }) => stack_id))].filter(isUuid);
    const found = await this.transactions.open.query<{ id: string; stack_id: string }[]>(
      'SELECT id, stack_id FROM stack_block WHERE stack_id = ANY ($1::uuid[]) ORDER BY position',
      [stacks],
    );
    const groups = Map.groupBy(found, ({ stack_id }) => stack_id);
    return new Map([...groups].map(([stack, blocks]) => [stack, blocks.map(({ id }) => id)]));
  }

  /** The sums that imports have booked for these users, by user and block, also in months that were dropped. */
  async sumsOf(userIds: string[]): Promise<Map<string, number>> {
    const sums = await this.transactions.open.query<BookedSum[]>(
      `SELECT user_id, block_id, sum(value) AS value
         FROM (SELECT user_id, block_id, value FROM ledger WHERE user_id = ANY ($1) AND campaign_id = $2
               UNION ALL SELECT user_id, block_id, imported FROM carried_balance WHERE user_id = ANY ($1)) AS booked
        GROUP BY user_id, block_id`,
      [userIds, noCampaign],
    );
    return new Map(sums.map(({ user_id, block_id, value }) => [openingKey(user_id, block_id), Number(value)]));
  }
}
