import { databaseUrl, withClient } from './ceiling-database.ts';
import { finishTable } from '../finish-table.ts';

const atOnce = 1_000_000;
/** A generator knows no more users than these, drawn at random from all. */
const known = 100_000;
const user = `'Bench' || lpad(n::text, 20, '0')`;
/** Identity's users, and the copy that the events service keeps. */
const tables = [
  ['identity', 'app_user', 'id', user],
  ['events', 'known_user', 'user_hash', `sha256(convert_to(${user}, 'UTF8'))`],
] as const;

/** Adds users until there are `count`, and returns those that events will be about. `already` are there. */
export async function fillUsers(postgres: string, count: number, signal: AbortSignal, already = 0): Promise<string[]> {
  for (const [service, table, column, value] of tables) {
    await withClient(databaseUrl(postgres, service), async (client) => {
      await client.query('SET synchronous_commit = off');
      for (let first = already + 1; first <= count; first += atOnce) {
        signal.throwIfAborted();
        const last = Math.min(first + atOnce - 1, count);
        await client.query(
          `INSERT INTO ${table} (${column}) SELECT ${value} FROM generate_series($1::int, $2::int) AS n ORDER BY 1`,
          [first, last],
        );
      }
      await finishTable(client, table);
    });
  }
  return Array.from({ length: Math.min(known, count) }, (_, place) =>
    userOf(count <= known ? place + 1 : 1 + Math.floor(Math.random() * count)),
  );
}

function userOf(number: number): string {
  return `Bench${String(number).padStart(20, '0')}`;
}
