import type { Submission } from '@ces/contracts/events/events';
import { binaryTexts, plainArray, textArray } from '@ces/messaging/storage/arrays';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appendLock } from '../log/append-lock.js';
import type { LoggedEvent } from '../log/log-fact.js';
import type { EventKeyEntity } from './event-key.entity.js';
import { submissionBody, submissionKey } from './submission-key.js';

export interface Candidate {
  id: string;
  version: number;
  submission: Submission;
}

/**
 * A use counts for an hour after it was let go: events that were accepted before the campaign stopped may be written after
 * it, and a call that let go too late may hit a campaign that has started again.
 */
const inUse = `(let_go_at IS NULL OR let_go_at > now() - interval '1 hour')`;

/** The insert takes a list of values for each column: JSON in JSON costs PostgreSQL a third of the statement. */
const columns = {
  id: 'uuid',
  user_id: 'text',
  event_name: 'text',
  version: 'integer',
  client_id: 'text',
  data: 'text',
  time: 'timestamptz',
  key: 'uuid',
  body: 'uuid',
  request_id: 'text',
  traceparent: 'text',
} as const;
const names = Object.keys(columns) as (keyof typeof columns)[];
const listed = names.join(', ');
const lists = Object.values(columns).map((type, place) => `$${place + 6}::${type}[]`);

const hashOf = (userId: string): string => `sha256(convert_to(${userId}, 'UTF8'))`;
/** Looks each user up. For a join PostgreSQL would read the whole table, as long as it has less than some 100,000 users. */
const isKnown = (hash: string): string => `(SELECT NOT closed FROM known_user k WHERE k.user_hash = ${hash}) IS TRUE`;

/**
 * It names all columns: a statement with `SELECT *` would be planned at each run (hot-statements.ts). Its LIMIT is the length of
 * the lists. Without it PostgreSQL expects ten rows of any list, thinks that its general plan is expensive, and plans each run
 * of a single event anew.
 */
export const insertEvents = `
  WITH sent AS (
    SELECT ord, ${listed}, ${hashOf('user_id')} AS user_hash
      FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS i(${listed}, ord) LIMIT $5
  ), unknown AS (
    SELECT user_id FROM sent WHERE user_id <> ALL ($3::text[]) AND NOT ${isKnown('sent.user_hash')}
    UNION
    SELECT user_id FROM unnest($2::text[]) AS refused(user_id)
     WHERE user_id <> ALL ($3::text[]) AND NOT ${isKnown(hashOf('user_id'))}
  ), input AS (
    SELECT ord, ${listed} FROM sent
     WHERE (SELECT epoch FROM definition_epoch) = $1 AND (SELECT true FROM pg_advisory_xact_lock_shared(${appendLock}))
       AND user_id NOT IN (SELECT user_id FROM unknown)
       AND (SELECT true FROM erased_user e WHERE e.user_hash = sent.user_hash) IS NULL
  ), claimed AS (
    INSERT INTO event_key (key, body, event_id, version, received_at)
    SELECT key, body, id, version, $4::timestamptz FROM input WHERE key IS NOT NULL ORDER BY key
    ON CONFLICT (key) DO NOTHING RETURNING event_id
  ), fresh AS (
    SELECT ord, ${listed}, EXISTS (SELECT FROM definition_use u WHERE u.event_name = input.event_name AND ${inUse}) AS used
      FROM input WHERE key IS NULL OR id IN (SELECT event_id FROM claimed)
  ), logged AS (
    INSERT INTO event_log
      (id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent, used)
    SELECT id, user_id, event_name, version, client_id, data, time, $4::timestamptz, request_id, traceparent, used
      FROM fresh ORDER BY ord RETURNING seq, id, used
  )
  SELECT (SELECT epoch FROM definition_epoch) = $1 AS current, (
           SELECT json_agg(json_build_array(seq::text, id, used) ORDER BY seq) FROM logged
            WHERE EXISTS (SELECT FROM fresh WHERE used)) AS logged,
         ARRAY(SELECT user_id FROM unknown) AS unknown, ARRAY(SELECT id FROM sent EXCEPT SELECT id FROM fresh) AS others`;

/** Users beside those of the candidates. */
export interface OtherUsers {
  /** Their events are refused, and the answer must still say whether the users exist. */
  refused: string[];
  /** They exist, as identity says. */
  confirmed: string[];
}

export interface Inserted {
  /** Ids of candidates that were not written: their key was claimed before, or their user is unknown or erased. */
  others: Set<string>;
  /** Users who are not in the copy, or closed there. Nothing of theirs was written. */
  unknown: Set<string>;
  /** In the order of the log. Empty if no campaign uses any of them. */
  logged: Logged[];
}

export type Logged = Pick<LoggedEvent, 'seq' | 'id' | 'used'>;

interface Result {
  current: boolean;
  logged: [seq: string, id: string, used: boolean][] | null;
  unknown: string[];
  others: string[];
}

/** The intake of events. SQL because keys, log and epoch are one statement for up to 256 events, with one commit (row 2). */
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
    { epoch, receivedAt }: { epoch: string; receivedAt: string },
  ): Promise<Inserted | undefined> {
    const values = toColumns(candidates);
    const [result] = await this.database.query<Result[]>(insertEvents, [
      epoch,
      refused,
      confirmed,
      receivedAt,
      candidates.length,
      ...names.map((name) => values[name]),
    ]);
    if (!result?.current) return undefined;
    const logged = (result.logged ?? []).map(([seq, id, used]) => ({ seq, id, used }));
    return { logged, unknown: new Set(result.unknown), others: new Set(result.others) };
  }

  /** Like the insert it names all columns and has a LIMIT, so that it is not planned at each run. */
  async findEarlier(keys: string[]): Promise<Map<string, EventKeyEntity>> {
    const rows = await this.database.query<EventKeyEntity[]>(
      'SELECT key, body, event_id, version, received_at FROM event_key WHERE key = ANY($1::uuid[]) LIMIT $2',
      [keys, keys.length],
    );
    return new Map(rows.map((row) => [row.key, row]));
  }
}

function toColumns(candidates: Candidate[]): Record<keyof typeof columns, string | Buffer> {
  const texts = (read: (submission: Submission) => string | null | undefined): string =>
    textArray(candidates.map(({ submission }) => read(submission) ?? null));
  return {
    id: plainArray(candidates.map(({ id }) => id)),
    user_id: texts(({ user_id }) => user_id),
    event_name: texts(({ event_name }) => event_name),
    version: plainArray(candidates.map(({ version }) => version)),
    client_id: texts(({ client_id }) => client_id),
    data: binaryTexts(candidates.map(({ submission }) => submission.data)),
    time: texts(({ time }) => time),
    key: texts(submissionKey),
    body: texts((submission) => (submission.key === undefined ? null : submissionBody(submission))),
    request_id: texts(({ request_id }) => request_id),
    traceparent: texts(({ traceparent }) => traceparent),
  };
}
