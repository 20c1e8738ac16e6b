import type { Submission } from '@ces/contracts/events/events';
import { hash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { appendLock } from '../log/append-lock.js';

/** A judged event on its way into the table. */
export interface Candidate {
  id: string;
  version: number;
  receivedAt: Date;
  submission: Submission;
}

export interface KeyOfEarlier {
  key: string;
  body: string;
  event_id: string;
  version: number;
  received_at: Date;
}

/**
 * One statement, one commit: claims the idempotency keys and writes the log. Answers the ids that were new; `undefined`
 * when the definitions have changed since the events were judged, and nothing was written.
 *
 * Keys are claimed in order, so that two replicas with the same keys wait for each other and never lock up. The shared
 * lock is what the reader of the log waits for when it sees a gap (log-facts.ts).
 */
const statement = `
  WITH input AS (
    SELECT * FROM json_to_recordset($1) AS i(ord integer, id uuid, user_id text, event_name text, version integer,
      client_id text, data text, time timestamptz, received_at timestamptz, key uuid, body uuid, request_id text, traceparent text)
    WHERE (SELECT epoch FROM definition_epoch) = $2 AND (SELECT true FROM pg_advisory_xact_lock_shared(${appendLock}))
  ), claimed AS (
    INSERT INTO event_key (key, body, event_id, version, received_at)
    SELECT key, body, id, version, received_at FROM input WHERE key IS NOT NULL ORDER BY key
    ON CONFLICT (key) DO NOTHING RETURNING event_id
  ), fresh AS (
    SELECT * FROM input WHERE key IS NULL OR id IN (SELECT event_id FROM claimed)
  ), logged AS (
    INSERT INTO event_log (id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent)
    SELECT id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent FROM fresh ORDER BY ord
  )
  SELECT (SELECT epoch FROM definition_epoch) = $2 AS current, ARRAY(SELECT id FROM fresh) AS ids`;

export async function insertEvents(
  database: DataSource,
  candidates: Candidate[],
  epoch: string,
): Promise<Set<string> | undefined> {
  const [result] = await database.query<{ current: boolean; ids: string[] }[]>(statement, [
    JSON.stringify(candidates.map(toRow)),
    epoch,
  ]);
  return result?.current ? new Set(result.ids) : undefined;
}

export async function earlierKeys(database: DataSource, keys: string[]): Promise<Map<string, KeyOfEarlier>> {
  const rows = await database.query<KeyOfEarlier[]>('SELECT * FROM event_key WHERE key = ANY($1::uuid[])', [keys]);
  return new Map(rows.map((row) => [row.key, row]));
}

function toRow({ id, version, receivedAt, submission }: Candidate, ord: number) {
  const { client_id, user_id, event_name, data, time, request_id, traceparent } = submission;
  const key = keyOf(submission);
  const body = key === null ? null : bodyOf(submission);
  return {
    ord,
    id,
    client_id,
    user_id,
    event_name,
    version,
    received_at: receivedAt,
    time,
    data,
    key,
    body,
    request_id,
    traceparent,
  };
}

/** Unique within client, user and event (the path), or within the client's batches. 128 bits of SHA-256: a key may be long. */
export function keyOf({ key, key_scope, client_id, user_id, event_name }: Submission): string | null {
  if (key === undefined) return null;
  return digest(JSON.stringify(key_scope === 'batch' ? [client_id, key] : [client_id, user_id, event_name, key]));
}

export function bodyOf({ data, key_scope, user_id, event_name }: Submission): string {
  return digest(key_scope === 'batch' ? JSON.stringify([user_id, event_name, data]) : data);
}

function digest(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
