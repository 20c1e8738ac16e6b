import type { Client } from 'pg';

const atOnce = 1_000_000;
/** A generator knows no more users than these, drawn at random from all. */
const known = 100_000;

/** Adds users until there are `count`, and returns those that events will be about. */
export async function fillUsers(client: Client, count: number, signal: AbortSignal): Promise<string[]> {
  await client.query('SET synchronous_commit = off');
  for (let first = 1; first <= count; first += atOnce) {
    signal.throwIfAborted();
    const last = Math.min(first + atOnce - 1, count);
    await client.query(
      `INSERT INTO app_user (id) SELECT 'Bench' || lpad(n::text, 20, '0') FROM generate_series($1::int, $2::int) AS n`,
      [first, last],
    );
  }
  await client.query('VACUUM (ANALYZE) app_user');
  // PostgreSQL writes its pages now instead of during the measurement.
  await client.query('CHECKPOINT');
  return Array.from({ length: Math.min(known, count) }, (_, place) =>
    userOf(count <= known ? place + 1 : 1 + Math.floor(Math.random() * count)),
  );
}

function userOf(number: number): string {
  return `Bench${String(number).padStart(20, '0')}`;
}
