import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const everyMs = 50;
const giveUpMs = 60_000;

export interface Records {
  events: number;
  /** Distinct ids; fewer than `events` if one was written twice. */
  distinct: number;
  keys: number;
}

export async function countRecords(client: Client): Promise<Records> {
  const { rows } = await client.query<Records>(
    `SELECT count(*)::integer AS events, count(DISTINCT id)::integer AS distinct,
            (SELECT count(*)::integer FROM event_key) AS keys FROM event_log`,
  );
  return rows[0] ?? { events: 0, distinct: 0, keys: 0 };
}

export interface RelayLag {
  unpublished: number;
  seconds: number;
}

export const waitingInOutbox = 'SELECT count(*)::integer AS count FROM outbox WHERE published_at IS NULL';
export const waitingInLog =
  'SELECT count(*)::integer AS count FROM event_log WHERE seq > (SELECT seq FROM event_log_position)';

export async function awaitRelay(client: Client, waiting: string, signal: AbortSignal): Promise<RelayLag> {
  const begun = performance.now();
  const count = async (): Promise<number> => (await client.query<{ count: number }>(waiting)).rows[0]?.count ?? 0;
  const unpublished = await count();
  for (let left = unpublished; left > 0; left = await count()) {
    if (performance.now() - begun > giveUpMs) throw new Error(`after a minute ${left} facts are still unpublished`);
    await sleep(everyMs, undefined, { signal });
  }
  return { unpublished, seconds: (performance.now() - begun) / 1_000 };
}
