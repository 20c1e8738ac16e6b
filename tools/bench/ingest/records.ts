import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const everyMs = 50;
const giveUpMs = 60_000;

/** The records of PostgreSQL. */
export interface Records {
  events: number;
  /** Events with an id of their own; fewer than `events` when one was written twice. */
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

/** The number of facts that wait to be published: in identity's outbox, and in the log of events. */
export const waitingInOutbox = 'SELECT count(*)::integer AS count FROM outbox WHERE published_at IS NULL';
export const waitingInLog =
  'SELECT count(*)::integer AS count FROM event_log WHERE seq > (SELECT seq FROM event_log_position)';

/** The number of facts that wait for the relay now, and the time until none does. */
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
