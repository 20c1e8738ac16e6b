import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { importBuilt } from '../built.ts';

const name = 'bench_ceiling';

type Events = typeof import('../../../apps/events/src/events.module.js');

/** The events service's own migrations make the tables, in the product's PostgreSQL. */
export async function createCeilingDatabase(server: string): Promise<string> {
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = databaseUrl(server, name);
  const { events } = await importBuilt<Events>('apps/events/src/events.module.js');
  await withClient(url, async (client) => {
    // A migration calls only query() of its runner.
    for (const Migration of events.schema.migrations) await new Migration().up(client as unknown as QueryRunner);
    await client.query('CREATE TABLE this_month (LIKE event_log INCLUDING DEFAULTS)');
    await client.query(
      `ALTER TABLE event_log ATTACH PARTITION this_month FOR VALUES FROM ('2000-01-01') TO ('2100-01-01')`,
    );
  });
  return url;
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
