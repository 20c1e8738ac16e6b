import type { Submission } from '@ces/contracts/events/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appendLock } from '../log/append-lock.js';
import type { EventKeyEntity } from './event-key.entity.js';
import { submissionBody, submissionKey } from './submission-key.js';

export interface Candidate {
  id: string;
  version: number;
  receivedAt: Date;
  submission: Submission;
}

/**
 * A use counts for an hour after it was let go: events that were accepted before the campaign stopped may be written after
 * it, and a call that let go too late may hit a campaign that has started again.
 */
const inUse = `(let_go_at IS NULL OR let_go_at > now() - interval '1 hour')`;

const statement = `
  WITH sent AS (
    SELECT *, sha256(convert_to(user_id, 'UTF8')) AS user_hash FROM json_to_recordset($1) AS i(ord integer, id uuid, user_id text, event_name text, version integer,
      client_id text, data text, time timestamptz, received_at timestamptz, key uuid, body uuid, request_id text, traceparent text)
  ), unknown AS (
    SELECT user_id FROM (SELECT user_id FROM sent UNION SELECT unnest($3::text[])) AS given
    WHERE user_id <> ALL ($4::text[])
      AND NOT EXISTS (SELECT FROM known_user k
                      WHERE k.user_hash = sha256(convert_to(given.user_id, 'UTF8')) AND NOT k.closed)
  ), input AS (
    SELECT * FROM sent
    WHERE (SELECT epoch FROM definition_epoch) = $2 AND (SELECT true FROM pg_advisory_xact_lock_shared(${appendLock}))
      AND user_id NOT IN (SELECT user_id FROM unknown)
      AND NOT EXISTS (SELECT FROM erased_user e WHERE e.user_hash = sent.user_hash)
  ), claimed AS (
    INSERT INTO event_key (key, body, event_id, version, received_at)
    SELECT key, body, id, version, received_at FROM input WHERE key IS NOT NULL ORDER BY key
    ON CONFLICT (key) DO NOTHING RETURNING event_id
  ), fresh AS (
    SELECT *, EXISTS (SELECT FROM definition_use u WHERE u.event_name = input.event_name AND ${inUse}) AS used
      FROM input WHERE key IS NULL OR id IN (SELECT event_id FROM claimed)
  ), logged AS (
    INSERT INTO event_log
      (id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent, used)
    SELECT id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent, used
      FROM fresh ORDER BY ord
  )
  SELECT (SELECT epoch FROM definition_epoch) = $2 AS current, ARRAY(SELECT id FROM fresh) AS ids,
         EXISTS (SELECT FROM fresh WHERE used) AS used, ARRAY(SELECT user_id FROM unknown) AS unknown`;

/** Users beside those of the candidates. */
export interface OtherUsers {
  /** Their events are refused, and the answer must still say whether the users exist. */
  refused: string[];
  /** They exist, as identity says. */
  confirmed: string[];
}

export interface Inserted {
  ids: Set<string>;
  /** Users who are not in the copy, or closed there. Nothing of theirs was written. */
  unknown: Set<string>;
  used: boolean;
}

interface Result {
  current: boolean;
  ids: string[];
  used: boolean;
  unknown: string[];
}

/** The intake of events. SQL because keys, log and epoch are one statement for up to 128 events, with one commit (row 2). */
@Injectable()
export class IntakeStore {
  constructor(private readonly database: DataSource) {}

  /**
   * Claims the idempotency keys and writes the log, except for users who are unknown or erased. Returns undefined when the definitions
   * have changed since the events were validated, and nothing was written.
   *
   * Keys are claimed in order, so that two replicas with the same keys wait for each other and do not deadlock. The
   * reader of the log waits for the shared lock when it sees a gap (log-facts.store.ts).
   */
  async insert(
    candidates: Candidate[],
    { refused, confirmed }: OtherUsers,
    epoch: string,
  ): Promise<Inserted | undefined> {
    const rows = JSON.stringify(candidates.map(toRow));
    const [result] = await this.database.query<Result[]>(statement, [rows, epoch, refused, confirmed]);
    if (!result?.current) return undefined;
    return { ids: new Set(result.ids), unknown: new Set(result.unknown), used: result.used };
  }

  async findEarlier(keys: string[]): Promise<Map<string, EventKeyEntity>> {
    const rows = await this.database.query<EventKeyEntity[]>('SELECT * FROM event_key WHERE key = ANY($1::uuid[])', [
      keys,
    ]);
    return new Map(rows.map((row) => [row.key, row]));
  }
}

function toRow({ id, version, receivedAt, submission }: Candidate, ord: number) {
  const { client_id, user_id, event_name, data, time, request_id, traceparent } = submission;
  const key = submissionKey(submission);
  const body = key === null ? null : submissionBody(submission);
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
