import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { fillUsers } from '../ingest/fill-users.ts';

const atOnce = 500_000;
const user = `'Bench' || lpad(n::text, 20, '0')`;
/** 100,000 last names, so that a hundred customers share each at ten million. */
const lastName = `'Berg' || lpad((n % 100000)::text, 6, '0')`;

/** Writes users with a mail address, a name and a connection, straight into the tables, and returns some at random. */
export async function fillCustomers(
  postgres: string,
  { count, provider }: { count: number; provider: string },
  signal: AbortSignal,
): Promise<string[]> {
  const some = await fillUsers(postgres, count, signal);
  await withClient(databaseUrl(postgres, 'identity'), async (client) => {
    await client.query('SET synchronous_commit = off');
    // The references are known to be right, as in a restore.
    await client.query('SET session_replication_role = replica');
    for (let first = 1; first <= count; first += atOnce) {
      signal.throwIfAborted();
      const range = [first, Math.min(first + atOnce - 1, count)];
      await client.query(
        `INSERT INTO credential (user_id, username, password_hash, activated_at)
         SELECT ${user}, 'customer' || lpad(n::text, 9, '0') || '@example.com', '-', now()
           FROM generate_series($1::int, $2::int) AS n`,
        range,
      );
      await client.query(
        `INSERT INTO person (user_id, fields)
         SELECT ${user}, jsonb_build_object('firstName', 'Anna', 'lastName', ${lastName})
           FROM generate_series($1::int, $2::int) AS n`,
        range,
      );
      await client.query(
        `INSERT INTO connection (provider_name, owner_id, user_id)
         SELECT $3, 'owner-' || lpad(n::text, 9, '0'), ${user} FROM generate_series($1::int, $2::int) AS n`,
        [...range, provider],
      );
    }
    await client.query('VACUUM (ANALYZE) credential, person, connection');
    await client.query('CHECKPOINT');
  });
  return some;
}

export function numberOf(userId: string): number {
  return Number(userId.slice('Bench'.length));
}
