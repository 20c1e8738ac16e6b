import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

export function ownerOf(number: number): string {
  return `owner-${String(number).padStart(9, '0')}`;
}

/** Written by SQL, because row 5 would take minutes. */
export async function fillIdentity(identity: Client, provider: string, count: number): Promise<void> {
  const user = `substr(md5('u' || n) || md5('v' || n), 1, 25)`;
  await identity.query(`INSERT INTO app_user (id) SELECT ${user} FROM generate_series(1, ${count}) n`);
  await identity.query(
    `INSERT INTO connection (provider_name, owner_id, user_id)
     SELECT $1, 'owner-' || lpad(n::text, 9, '0'), ${user} FROM generate_series(1, ${count}) n`,
    [provider],
  );
  await identity.query('VACUUM ANALYZE app_user, connection');
}

/** Copies the connections as in an installation whose users are older than this service. Returns seconds. */
export async function copyConnections(segments: Client, count: number, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  await segments.query('UPDATE connection_walk SET complete = false, position = NULL');
  for (;;) {
    const { rows } = await segments.query<{ complete: boolean; n: number }>(
      'SELECT complete, (SELECT count(*)::int FROM connection) AS n FROM connection_walk',
    );
    if (rows[0]?.complete) {
      if (rows[0].n < count) throw new Error(`${rows[0].n} of ${count} connections were copied`);
      await segments.query('VACUUM ANALYZE connection');
      return (performance.now() - begun) / 1_000;
    }
    await sleep(100, undefined, { signal });
  }
}
