import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { World } from '../world/start-world.ts';

/** Has the current time, because inboxes forget old ids. */
const idPrefix = newPrefix(Date.now());

/**
 * Writes the events into the outbox of campaigns in one statement. After an unknown commit, it writes them again under
 * the same ids.
 */
export function tellEvents(world: World, from: number, to: number): Promise<void> {
  return insist(() => insertEvents(world, from, to));
}

async function insertEvents(world: World, from: number, to: number): Promise<void> {
  const client = new Client({ connectionString: world.database('campaigns'), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `INSERT INTO outbox (message_id, subject, payload)
       SELECT ($3 || lpad(to_hex(n), 12, '0'))::uuid, 'campaigns.transaction-created',
              json_build_object('id', n::text, 'stack_id', 's', 'block_id', 'b', 'user_id', 'u' || n % 40, 'value', n)::text
         FROM generate_series($1::integer, $2::integer) AS n
        WHERE NOT EXISTS (SELECT FROM outbox WHERE message_id = ($3 || lpad(to_hex(n), 12, '0'))::uuid) ORDER BY n`,
      [from, to, idPrefix],
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(200);
    }
  }
}

function newPrefix(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-`;
}
