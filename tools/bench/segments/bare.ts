import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import type { Counts } from './import-file.ts';

export interface Bare {
  joinSeconds: number;
  /** COPY, ANALYZE and both counts, which the product must answer. */
  countSeconds: number;
  counts: Counts;
}

/** The same connections with the same indexes, in an otherwise empty database. */
export async function prepareBare(bare: Client, provider: string, count: number): Promise<void> {
  await bare.query(`CREATE TABLE connection (
    provider_name text COLLATE "C" NOT NULL, owner_id text COLLATE "C" NOT NULL, user_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (provider_name, owner_id))`);
  await bare.query(
    `INSERT INTO connection SELECT $1, 'owner-' || lpad(n::text, 9, '0'), substr(md5('u' || n) || md5('v' || n), 1, 25)
       FROM generate_series(1, ${count}) n`,
    [provider],
  );
  await bare.query('CREATE INDEX ON connection (user_id)');
  await bare.query('VACUUM ANALYZE connection');
  // The product counts with the same memory, and on one core.
  await bare.query(`SET work_mem = '32MB'`);
  await bare.query('SET max_parallel_workers_per_gather = 1');
}

/** Runs the bare statements: no HTTP, no validation of the file, nothing stored. */
export async function runBare(bare: Client, provider: string, file: Buffer): Promise<Bare> {
  const join = `FROM upload u JOIN connection c ON c.provider_name = $1 AND c.owner_id = u.identifier`;
  await bare.query('CREATE TABLE upload (identifier text COLLATE "C")');
  const begun = performance.now();
  await copy(bare, file);
  const copied = performance.now();
  await bare.query(`SELECT count(*) ${join}`, [provider]);
  const joined = performance.now();
  await bare.query('ANALYZE upload');
  const external = await bare.query<{ n: number }>('SELECT count(DISTINCT identifier)::int AS n FROM upload');
  const internal = await bare.query<{ n: number }>(`SELECT count(DISTINCT c.user_id)::int AS n ${join}`, [provider]);
  const counted = performance.now();
  await bare.query('DROP TABLE upload');
  return {
    joinSeconds: (joined - begun) / 1_000,
    countSeconds: (copied - begun + counted - joined) / 1_000,
    counts: { external: external.rows[0]?.n ?? 0, internal: internal.rows[0]?.n ?? 0 },
  };
}

/** Seconds that COPY alone takes. */
export async function copyAlone(bare: Client, file: Buffer): Promise<number> {
  await bare.query('CREATE TABLE upload (identifier text COLLATE "C")');
  const begun = performance.now();
  await copy(bare, file);
  const seconds = (performance.now() - begun) / 1_000;
  await bare.query('DROP TABLE upload');
  return seconds;
}

async function copy(bare: Client, file: Buffer): Promise<void> {
  const stream = bare.query(from('COPY upload FROM STDIN'));
  for (let start = 0; start < file.length; start += 65_536) {
    if (!stream.write(file.subarray(start, start + 65_536))) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}
