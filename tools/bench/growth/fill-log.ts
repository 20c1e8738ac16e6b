import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { finishTable } from '../finish-table.ts';

const atOnce = 1_000_000;

/**
 * Adds events with keys that no campaign uses, of users drawn at random, as if they had been taken in, passed over and counted. Their
 * rows are smaller than those of a round: a row that fits into the rest of an old page would be written there. They are written in
 * the order of users and of keys, because an index takes sorted entries many times faster.
 */
export async function fillLog(
  postgres: string,
  { events, users }: { events: number; users: number },
  signal: AbortSignal,
): Promise<void> {
  await withClient(databaseUrl(postgres, 'events'), async (client) => {
    await client.query('SET synchronous_commit = off');
    for (let left = events; left > 0; left -= atOnce) {
      signal.throwIfAborted();
      await client.query('BEGIN');
      await client.query(
        `WITH logged AS (
           INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
           SELECT uuidv7(), user_id, 'visit', 1, 'bench',
                  '{"order_id":"' || n || '","amount":1,"currency":"EUR"}', now(), false
             FROM (SELECT n, 'Bench' || lpad((1 + floor(random() * $2))::text, 20, '0') AS user_id
                     FROM generate_series(1, $1::int) AS n ORDER BY user_id) drawn
           RETURNING id
         )
         INSERT INTO event_key (key, body, event_id, version, received_at)
         SELECT key, gen_random_uuid(), id, 1, now()
           FROM (SELECT gen_random_uuid() AS key, id FROM logged ORDER BY key) drawn`,
        [Math.min(left, atOnce), users],
      );
      for (const position of ['event_log_position', 'event_stat_position']) {
        await client.query(`UPDATE ${position} SET seq = (SELECT max(seq) FROM event_log)`);
      }
      await client.query('COMMIT');
    }
    for (const table of ['event_log', 'event_key']) await finishTable(client, table);
  });
}
