import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { insist } from './insist.js';
import { QueueService } from './queue.service.js';
import type { QueueState } from './queue-state.js';

export interface AttemptRow {
  id: string;
  webhook_id: string;
  started_at: string;
  batch_id: string;
  attempt: number;
  outcome: string;
  url: string;
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
  state: QueueState;
  /** Not before this moment. */
  dueAt?: Date;
  lease: 'keep' | 'release';
  attempt?: AttemptRow;
  aside?: { position: number; event_id: string; status: number };
}

/** What the database says of the webhook at that moment. */
export interface Word {
  enabled: boolean;
  version: number;
}

interface Waiting {
  settlement: Settlement;
  done: (word: Word | undefined) => void;
  failed: (error: unknown) => void;
}

const largest = 200;

/**
 * Writes down what became of deliveries and what is sent next. What comes in while one statement is under way goes into
 * the next one together: a commit is paid for by many. It all happens by compare-and-swap on the lease's epoch, so who
 * has lost the lease changes nothing.
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
  const [rows] = await tx.query<[(Word & { webhook_id: string })[], number]>(statement, [
    JSON.stringify(settlements.map(toRow)),
    JSON.stringify(settlements.flatMap(({ attempt }) => attempt ?? [])),
    leaseSeconds,
  ]);
  const words = new Map(rows.map(({ webhook_id, enabled, version }) => [webhook_id, { enabled, version }]));
  const asides = settlements.flatMap(({ webhook_id, aside }) =>
    aside && words.has(webhook_id) ? { webhook_id, ...aside } : [],
  );
  if (asides.length > 0) await tx.query(asideStatement, [JSON.stringify(asides)]);
  return words;
}

const statement = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (
      webhook_id uuid, epoch bigint, cursor bigint, batch_id uuid, batch_to bigint, batch_count integer, batch_hash text,
      batch_names text[], attempt integer, due_at timestamptz, refusals integer, batch_limit integer, suspect_to bigint,
      aside_in_row integer, keep boolean)),
  logged AS (
    INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, status,
                         answer, error, duration_ms)
    SELECT id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, status, answer, error,
           duration_ms
      FROM jsonb_to_recordset($2::jsonb) AS a (
        id uuid, webhook_id uuid, started_at timestamptz, batch_id uuid, attempt integer, outcome text, url text,
        events integer, bytes integer, after bigint, upto bigint, status integer, answer text, error text,
        duration_ms real)
    ON CONFLICT DO NOTHING)
  UPDATE delivery d
     SET cursor = g.cursor, batch_id = g.batch_id, batch_to = g.batch_to, batch_count = g.batch_count,
         batch_hash = g.batch_hash,
         -- A change of the subscription may have written it down in between.
         batch_names = CASE WHEN d.batch_id = g.batch_id THEN coalesce(d.batch_names, g.batch_names) ELSE g.batch_names END,
         attempt = g.attempt, due_at = coalesce(g.due_at, d.due_at), refusals = g.refusals, batch_limit = g.batch_limit,
         suspect_to = g.suspect_to, aside_in_row = g.aside_in_row,
         lease_owner = CASE WHEN g.keep THEN d.lease_owner END,
         lease_until = CASE WHEN g.keep THEN now() + make_interval(secs => $3) ELSE now() END
    FROM given g JOIN webhook w ON w.id = g.webhook_id
   WHERE d.webhook_id = g.webhook_id AND d.epoch = g.epoch
  RETURNING d.webhook_id, w.enabled, w.version`;

const asideStatement = `
  INSERT INTO set_aside (webhook_id, position, event_id, status)
  SELECT webhook_id, position, event_id, status FROM jsonb_to_recordset($1::jsonb)
    AS a (webhook_id uuid, position bigint, event_id uuid, status integer) ON CONFLICT DO NOTHING`;

function toRow({ webhook_id, epoch, state, dueAt, lease }: Settlement): object {
  const { batch, suspectTo, limit, asideInRow, ...rest } = state;
  return {
    ...rest,
    webhook_id,
    epoch,
    batch_id: batch?.id ?? null,
    batch_to: batch?.to ?? null,
    batch_count: batch?.count ?? null,
    batch_hash: batch?.hash ?? null,
    batch_names: batch?.names ?? null,
    batch_limit: limit,
    suspect_to: suspectTo,
    aside_in_row: asideInRow,
    due_at: dueAt ?? null,
    keep: lease === 'keep',
  };
}
