import type { Client } from 'pg';

const atOnce = 1_000_000;

/** Adds cards of the kind `default` until there are `to`, each on the account of its own user. Ids grow, as real ones do. */
export async function fillCards(client: Client, from: number, to: number, signal: AbortSignal): Promise<void> {
  // As in a restore, foreign keys are not checked: the references are known to be right.
  await client.query('SET session_replication_role = replica');
  await client.query('SET synchronous_commit = off');
  for (let first = from + 1; first <= to; first += atOnce) {
    signal.throwIfAborted();
    const last = Math.min(first + atOnce - 1, to);
    await client.query(
      `INSERT INTO card (id, tier_id, identifier)
       SELECT ${cardId}, t.id, '60' || lpad(n::text, 12, '0')
         FROM generate_series($1::int, $2::int) AS n
         CROSS JOIN (SELECT t.id FROM card_tier t JOIN card_definition d ON d.id = t.definition_id
                      WHERE d.name = 'default' ORDER BY t.position LIMIT 1) AS t`,
      [first, last],
    );
    await client.query(
      `INSERT INTO card_holder (user_id, card_id, featured, removable)
       SELECT 'Bench' || lpad(n::text, 20, '0'), ${cardId}, true, true FROM generate_series($1::int, $2::int) AS n`,
      [first, last],
    );
  }
  await client.query('SET session_replication_role = DEFAULT');
  await client.query('VACUUM (ANALYZE) card');
  await client.query('VACUUM (ANALYZE) card_holder');
  // PostgreSQL writes its pages now instead of during the measurement.
  await client.query('CHECKPOINT');
}

const cardId = `('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`;

export function userOf(number: number): string {
  return `Bench${String(number).padStart(20, '0')}`;
}

export async function blocksRead(client: Client, user: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
     SELECT c.*, d.*, t.* FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
       JOIN card_definition d ON d.id = t.definition_id WHERE h.user_id = '${user}'`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}
