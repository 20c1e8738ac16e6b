import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { insist } from './outlast-outage.js';
import { QueueService } from '../claim/claim.store.js';
import type { QueueState } from './queue-state.js';

export interface AttemptRow {
  id: string;
  webhook_id: string;
  started_at: string;
  batch_id: string;
  attempt: number;
  outcome: string;
  url: string;
  headers: Record<string, string>;
  links: string[];
  events: number;
  bytes: number;
  after: number;
  upto: number;
  status: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

/** What is to be written about one webhook by who holds its lease. */
export interface Settlement {
  webhook_id: string;
  epoch: number;
  /** Of the webhook as it was known when this was decided. */
  version: number;
  erasures: number;
  state: QueueState;
  /** What counts although the webhook was changed meanwhile: this batch was accepted, if it still is the one. */
  accepted?: { batchId: string; state: QueueState };
  /** What counts although events were erased meanwhile: the receiver has failed so often in a row. */
  failures?: number;
  /** Not before this moment. */
  dueAt?: Date;
  lease: 'keep' | 'release';
  attempt?: AttemptRow;
  aside?: { position: number; event_id: string; status: number };
}

/**
 * Outdated: the webhook was changed; nothing was written but what was accepted, and the lease was let go. Erased: the same,
 * but the webhook is as it was, and only events before it are gone; that its receiver failed was written, too.
 */
export type Word = 'current' | 'outdated' | 'erased';

interface Waiting {
  settlement: Settlement;
  done: (word: Word | undefined) => void;
  failed: (error: unknown) => void;
}

const largest = 200;

/**
 * Writes down what became of deliveries and what is sent next. What comes in while one statement is under way goes into
 * the next one together: a commit is paid for by many. It all happens by compare-and-swap: who has lost the lease (its
 * epoch) changes nothing, and who knows an old version of the webhook nothing but that a batch was accepted.
 */
@Injectable()
export class Settlements {
  private readonly waiting: Waiting[] = [];
  private running = false;

  constructor(
    private readonly database: DataSource,
    private readonly queue: QueueService,
  ) {}

  /** Undefined: the lease is lost, or the webhook is gone. */
  settle(settlement: Settlement): Promise<Word | undefined> {
    return new Promise((done, failed) => {
      this.waiting.push({ settlement, done, failed });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // What is ready at the same moment goes together from the first statement on.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, largest);
      try {
        const words = await insist(() => this.write(some));
        for (const { settlement, done } of some) done(words.get(settlement.webhook_id));
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    this.running = false;
  }

  private write(some: Waiting[]): Promise<Map<string, Word>> {
    const settlements = some.map(({ settlement }) => settlement);
    return writeSettlements(this.database.manager, settlements, this.queue);
  }
}

/** Also for whoever has a transaction of his own for it. */
export async function writeSettlements(
  tx: EntityManager,
  settlements: Settlement[],
  { leaseSeconds }: Pick<QueueService, 'leaseSeconds'>,
): Promise<Map<string, Word>> {
  const rows = await tx.query<{ webhook_id: string; word: Word }[]>(statement, [
    JSON.stringify(settlements.map(toGiven)),
    JSON.stringify(settlements.flatMap(({ attempt }) => attempt ?? [])),
    leaseSeconds,
  ]);
  return new Map(rows.map(({ webhook_id, word }) => [webhook_id, word]));
}

const statement = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (
      webhook_id uuid, epoch bigint, version integer, erasures integer, state jsonb, accepted uuid, accepted_state jsonb,
      failed_state jsonb, aside jsonb, keep boolean)),
  written AS (
    UPDATE delivery d
       SET (cursor, batch_id, batch_to, batch_count, batch_hash, batch_names, attempt, due_at, refusals, inherited,
            batch_limit, suspect_to, aside_in_row, last_ms) = (
             SELECT s.cursor, s.batch_id, s.batch_to, s.batch_count, s.batch_hash, s.batch_names, s.attempt,
                    coalesce(s.due_at, d.due_at), s.refusals, s.inherited, s.batch_limit, s.suspect_to, s.aside_in_row,
                    s.last_ms
               FROM jsonb_to_record(CASE WHEN d.version = g.version THEN g.state
                                         WHEN d.batch_id = g.accepted THEN g.accepted_state
                                         WHEN d.version - g.version = d.erasures - g.erasures
                                           THEN to_jsonb(d) || measured || coalesce(g.failed_state, '{}')
                                         ELSE to_jsonb(d) || measured END) AS s (
                 cursor bigint, batch_id uuid, batch_to bigint, batch_count integer, batch_hash text, batch_names text[],
                 attempt integer, due_at timestamptz, refusals integer, inherited integer, batch_limit integer,
                 suspect_to bigint, aside_in_row integer, last_ms real)),
           lease_owner = CASE WHEN g.keep AND d.version = g.version THEN d.lease_owner END,
           lease_until = CASE WHEN g.keep AND d.version = g.version THEN now() + make_interval(secs => $3) ELSE now() END
      FROM given g, jsonb_build_object('last_ms', g.state->'last_ms') AS measured
     WHERE d.webhook_id = g.webhook_id AND d.epoch = g.epoch
    RETURNING d.webhook_id, d.version = g.version AS current, g.aside,
              CASE WHEN d.version = g.version THEN 'current'
                   WHEN d.version - g.version = d.erasures - g.erasures THEN 'erased' ELSE 'outdated' END AS word),
  logged AS (
    INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, status,
                         answer, error, duration_ms, headers, links)
    SELECT a.id, a.webhook_id, a.started_at, a.batch_id, a.attempt, a.outcome, a.url, a.events, a.bytes, a.after, a.upto,
           -- What was changed meanwhile may have been erased: an answer could repeat it.
           a.status, CASE WHEN w.current THEN a.answer END, a.error, a.duration_ms, a.headers,
           a.links
      FROM jsonb_to_recordset($2::jsonb) AS a (
        id uuid, webhook_id uuid, started_at timestamptz, batch_id uuid, attempt integer, outcome text, url text,
        events integer, bytes integer, after bigint, upto bigint, status integer, answer text, error text,
        duration_ms real, headers json, links text[])
      LEFT JOIN written w USING (webhook_id)
    ON CONFLICT DO NOTHING),
  put_aside AS (
    INSERT INTO set_aside (webhook_id, position, event_id, status)
    SELECT w.webhook_id, a.position, a.event_id, a.status
      FROM written w, jsonb_to_record(w.aside) AS a (position bigint, event_id uuid, status integer)
     WHERE w.current AND w.aside IS NOT NULL
    ON CONFLICT DO NOTHING)
  SELECT webhook_id, word FROM written`;

function toGiven({ state, accepted, failures, dueAt, lease, aside, ...given }: Settlement): object {
  const { webhook_id, epoch, version, erasures } = given;
  return {
    webhook_id,
    epoch,
    version,
    erasures,
    state: { ...toRow(state), due_at: dueAt ?? null },
    accepted: accepted?.batchId,
    accepted_state: accepted && toRow(accepted.state),
    failed_state: failures === undefined ? undefined : { attempt: failures, due_at: dueAt ?? null },
    aside,
    keep: lease === 'keep',
  };
}

function toRow({ batch, suspectTo, limit, asideInRow, lastMs, ...rest }: QueueState): object {
  return {
    ...rest,
    batch_id: batch?.id,
    batch_to: batch?.to,
    batch_count: batch?.count,
    batch_hash: batch?.hash,
    batch_names: batch?.names,
    batch_limit: limit,
    suspect_to: suspectTo,
    aside_in_row: asideInRow,
    last_ms: lastMs,
  };
}
