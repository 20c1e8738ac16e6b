import type { Balance } from '@ces/contracts/campaigns/stacks';
import { distinct, plainArray, textArray } from '@ces/messaging/storage/arrays';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { BalanceEntity } from './balance.entity.js';

export interface NewEntry {
  id: string;
  user_id: string;
  stack_id: string;
  block_id: string;
  value: number;
  campaign_id: string;
  event_id: string;
  /** The index of the campaign's effect that books it. */
  effect: number;
}

export type EntryRow = Pick<NewEntry, 'id' | 'stack_id' | 'block_id' | 'user_id'> & { value: string; created_at: Date };
type BookedSum = Pick<NewEntry, 'user_id' | 'block_id' | 'value'>;
type BalanceRow = Omit<Balance, 'value'> & Pick<BalanceEntity, 'value'>;

/**
 * Transactions and balances. A trigger refuses updates of entries, and the block's existence is checked once, by the balance
 * that is written beside them. SQL because the table is partitioned by the time of its ids, and a set of events books its
 * entries and balances in one statement.
 */
@Injectable()
export class LedgerStore {
  constructor(private readonly transactions: Transactions) {}

  /** Adds the entries, and their values to the balances, which are the sums of the ledger. */
  async book(entries: NewEntry[]): Promise<void> {
    const users = textArray(entries.map(({ user_id }) => user_id));
    const stacks = distinct(entries.map(({ stack_id }) => stack_id));
    const blocks = distinct(entries.map(({ block_id }) => block_id));
    const values = plainArray(entries.map(({ value }) => value));
    const campaigns = distinct(entries.map(({ campaign_id }) => campaign_id));
    const events = distinct(entries.map(({ event_id }) => event_id));
    await this.transactions.late(
      `INSERT INTO ledger (id, user_id, stack_id, block_id, value, campaign_id, event_id, effect, created_at)
       SELECT id, user_id, ($1::uuid[])[stack], ($2::uuid[])[block], value, ($3::uuid[])[campaign], ($4::uuid[])[event], effect, now()
         FROM (SELECT unnest($5::uuid[]) AS id, unnest($6::text[]) AS user_id, unnest($7::integer[]) AS stack,
                      unnest($8::integer[]) AS block, unnest($9::bigint[]) AS value, unnest($10::integer[]) AS campaign,
                      unnest($11::integer[]) AS event, unnest($12::smallint[]) AS effect) AS given`,
      [
        ...[stacks, blocks, campaigns, events].map((each) => plainArray(each.values)),
        plainArray(entries.map(({ id }) => id)),
        ...[users, stacks.places, blocks.places, values, campaigns.places, events.places],
        plainArray(entries.map(({ effect }) => effect)),
      ],
    );
    await this.addToBalances(sumsOf(entries));
  }

  private async addToBalances(sums: BookedSum[]): Promise<void> {
    const blocks = distinct(sums.map(({ block_id }) => block_id));
    await this.transactions.late(
      `INSERT INTO balance AS b (user_id, block_id, value)
       SELECT user_id, block_id, sum(value)
         FROM (SELECT user_id, ($1::uuid[])[block] AS block_id, value
                 FROM (SELECT unnest($2::text[]) AS user_id, unnest($3::integer[]) AS block, unnest($4::bigint[]) AS value) AS given
              ) AS booked
        GROUP BY user_id, block_id ORDER BY user_id COLLATE "C", block_id
       ON CONFLICT (user_id, block_id) DO UPDATE SET value = b.value + excluded.value`,
      [
        plainArray(blocks.values),
        textArray(sums.map(({ user_id }) => user_id)),
        blocks.places,
        plainArray(sums.map(({ value }) => value)),
      ],
    );
  }

  balancesOf(userId: string): Promise<BalanceRow[]> {
    return this.transactions.current.query(
      `SELECT s.id AS stack_id, s.name AS stack_name, k.id AS block_id, k.name AS block_name, b.value
         FROM balance b JOIN stack_block k ON k.id = b.block_id JOIN stack s ON s.id = k.stack_id
        WHERE b.user_id = $1 ORDER BY s.id, k.position LIMIT 2000`,
      [userId],
    );
  }

  entriesOf(userId: string, before: string | null, atMost: number): Promise<EntryRow[]> {
    return this.transactions.current.query(
      `SELECT id, stack_id, block_id, user_id, value, created_at FROM ledger
      WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [userId, before, atMost],
    );
  }
}

/** Adds up what several campaigns give for one event. PostgreSQL, whose numbers are larger, adds up the rest. */
function sumsOf(entries: NewEntry[]): BookedSum[] {
  const sums: BookedSum[] = [];
  for (const { user_id, block_id, value } of entries) {
    const last = sums.at(-1);
    const isSame = last?.user_id === user_id && last.block_id === block_id;
    if (isSame && Number.isSafeInteger(last.value + value)) last.value += value;
    else sums.push({ user_id, block_id, value });
  }
  return sums;
}
