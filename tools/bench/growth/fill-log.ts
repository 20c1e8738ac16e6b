import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';

const atOnce = 1_000_000;

/** Adds events that no campaign uses, of users drawn at random, as if they had been taken in and passed over. */
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
        `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
         SELECT gen_random_uuid(), 'Bench' || lpad((1 + floor(random() * $2))::text, 20, '0'), 'visit', 1, 'bench',
                '{"order_id":"' || n || '","amount":1,"currency":"EUR","note":"' || repeat('x', 150) || '"}', now(), false
           FROM generate_series(1, $1::int) AS n`,
        [Math.min(left, atOnce), users],
      );
      await client.query('UPDATE event_log_position SET seq = (SELECT max(seq) FROM event_log)');
      await client.query('COMMIT');
    }
    await client.query('VACUUM (ANALYZE) event_log');
    await client.query('CHECKPOINT');
  });
}
