import type { EntityManager } from 'typeorm';

export interface NewEntry {
  id: string;
  user_id: string;
  stack_id: string;
  block_id: string;
  value: number;
  campaign_id: string;
  event_id: string;
  effect: number;
}

/** The ledger is what counts; balances are its sums, kept up in the same transaction. */
export async function insertEntries(tx: EntityManager, entries: NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `WITH given AS (
       SELECT * FROM json_to_recordset($1) AS x(id uuid, user_id text, stack_id uuid, block_id uuid, value bigint,
              campaign_id uuid, event_id uuid, effect smallint)
     ), booked AS (
       INSERT INTO ledger (id, user_id, stack_id, block_id, value, campaign_id, event_id, effect, created_at)
       SELECT id, user_id, stack_id, block_id, value, campaign_id, event_id, effect, now() FROM given
     )
     INSERT INTO balance AS b (user_id, block_id, value)
     SELECT user_id, block_id, sum(value) FROM given GROUP BY user_id, block_id ORDER BY user_id COLLATE "C", block_id
     ON CONFLICT (user_id, block_id) DO UPDATE SET value = b.value + excluded.value`,
    [JSON.stringify(entries)],
  );
}
