import { databaseUrl, withClient } from '../../ingest/ceiling-database.ts';

const name = 'bench_chain';

const tables = `
  CREATE TABLE event_log (id uuid PRIMARY KEY, seq bigint GENERATED ALWAYS AS IDENTITY, user_id text NOT NULL,
    event_name text NOT NULL, version integer NOT NULL, client_id text NOT NULL, data text NOT NULL, received_at timestamptz NOT NULL);
  CREATE TABLE inbox (event_id uuid PRIMARY KEY);
  CREATE TABLE event_grant (event_id uuid PRIMARY KEY, user_id text NOT NULL);
  CREATE TABLE ledger (id uuid PRIMARY KEY, user_id text NOT NULL, value bigint NOT NULL, booked_at timestamptz NOT NULL);
  CREATE TABLE balance (user_id text PRIMARY KEY, value bigint NOT NULL);
  CREATE TABLE outbox (id uuid PRIMARY KEY, payload text NOT NULL);
  CREATE TABLE delivery (id uuid PRIMARY KEY, payload text NOT NULL, status integer, answered_at timestamptz)`;

/** The chain has one database, in the product's PostgreSQL. */
export async function createChainDatabase(server: string): Promise<string> {
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = databaseUrl(server, name);
  await withClient(url, (client) => client.query(tables));
  return url;
}
