import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../clock/clock.service.js';
import { clientEventName } from '../../log/heads.js';
import { LeaseTerms } from '../lease-terms.js';
import type { ClaimedVersion } from '../record/delivery-record.js';
import type { QueueState } from '../record/queue-state.js';
import { slowMs, type Pace } from '../send/pace.js';
import type { PaceShare } from '../send/places.js';

/** The state of the queue is that of the claim. The webhook itself is read afterwards. */
export interface Claim extends ClaimedVersion {
  state: QueueState;
  /** The position of the lanes without one of their own; null for a webhook without lanes. */
  scanned: number | null;
}

/** The queue of one lane. `behind`: it reads on from its own cursor although it has no frozen batch. */
export interface ClaimedLane {
  lane: number;
  behind: boolean;
  dueAt: number;
  state: QueueState;
}

/** The paces with free places, the clients and hosts whose shares are full, and the number of webhooks to claim. */
export interface Room {
  from: Pace[];
  full: PaceShare[];
  limit: number;
}

interface QueueColumns {
  webhook_id: string;
  cursor: string;
  batch_id: string | null;
  batch_to: string;
  batch_count: number;
  batch_hash: string;
  batch_names: string[];
  attempt: number;
  refusals: number;
  inherited: number;
  batch_limit: number;
  suspect_to: string | null;
  aside_in_row: number;
}

interface Row extends QueueColumns {
  epoch: string;
  last_ms: number | null;
  version: number;
  erasures: number;
  scanned: string | null;
}

interface LaneRow extends QueueColumns {
  lane: number;
  behind: boolean;
  due_at: Date | number;
}

/** They are named, because a statement with `*` gets no name. */
const queueColumns: readonly (keyof QueueColumns)[] = [
  'webhook_id',
  'cursor',
  'batch_id',
  'batch_to',
  'batch_count',
  'batch_hash',
  'batch_names',
  'attempt',
  'refusals',
  'inherited',
  'batch_limit',
  'suspect_to',
  'aside_in_row',
];
const claimColumns = [...queueColumns, 'epoch', 'last_ms', 'version', 'erasures', 'scanned'].map((name) => `d.${name}`);

/** The heads of the log that concern a webhook `w`. */
const headsOfWebhook = `CASE WHEN '${clientEventName}' = ANY (w.events)
  THEN w.events || ('${clientEventName}:' || w.client_id) ELSE w.events END`;

/** Behind this position a webhook has something new. */
const front = 'coalesce(d.scanned, d.cursor)';

const ofPace: Record<Pace, string> = {
  fast: `d.last_ms < ${slowMs}`,
  new: 'd.last_ms IS NULL',
  slow: `d.last_ms >= ${slowMs}`,
};

/** Claims webhooks for delivery. SQL because finding, locking and leasing a set of webhooks is one statement. */
@Injectable()
export class ClaimStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly terms: LeaseTerms,
  ) {}

  /**
   * Claims webhooks of these paces that have something to deliver now and that no process delivers to; the one whose lease
   * ended first comes first. A webhook that this process leases without holding it belongs to a claim whose answer was lost.
   */
  async claim({ from, full, limit }: Room, held: string[], names?: WebhookEventName[]): Promise<Claim[]> {
    const { owner, leaseSeconds } = this.terms;
    const given: unknown[] = [new Date(this.clock.now()), owner, leaseSeconds, limit, held];
    const give = (value: unknown): string => `$${given.push(value)}`;
    const open = from.map((pace) => [ofPace[pace], ...withoutFull(full, pace, give)].join(' AND '));
    const [rows] = await this.database.query<[Row[], number]>(
      `WITH due AS (
         SELECT d.webhook_id FROM delivery d JOIN webhook w ON w.id = d.webhook_id
          WHERE (${open.join(' OR ')})
            AND w.enabled AND d.due_at <= $1 ${names ? `AND w.events && ${give(names)}` : ''}
            AND (d.lease_until <= now() OR (d.lease_owner = $2 AND d.webhook_id <> ALL ($5::uuid[])))
            AND (d.batch_id IS NOT NULL
                 OR EXISTS (SELECT FROM log_head h WHERE h.name = ANY (${headsOfWebhook}) AND h.position > ${front})
                 OR (d.scanned IS NOT NULL AND EXISTS (
                   SELECT FROM lane l WHERE l.webhook_id = d.webhook_id AND l.due_at <= $1
                      AND (l.behind OR l.batch_id IS NOT NULL))))
          ORDER BY d.lease_until LIMIT $4 FOR UPDATE OF d SKIP LOCKED)
       UPDATE delivery d SET lease_owner = $2, lease_until = now() + make_interval(secs => $3), epoch = epoch + 1
         FROM due WHERE d.webhook_id = due.webhook_id
       RETURNING ${claimColumns.join(', ')}`,
      given,
    );
    return rows.map(toClaim);
  }

  /** The lanes of claimed webhooks. Reading after the claim finds what the former holder of the lease wrote. */
  async readLanes(webhookIds: string[]): Promise<Map<string, ClaimedLane[]>> {
    if (webhookIds.length === 0) return new Map();
    const rows = await this.database.query<LaneRow[]>(
      `SELECT lane, behind, due_at, ${queueColumns.join(', ')} FROM lane WHERE webhook_id = ANY ($1::uuid[]) ORDER BY lane`,
      [webhookIds],
    );
    const lanes = rows.map((row) => [row.webhook_id, toClaimedLane(row)] as const);
    return new Map([...Map.groupBy(lanes, ([id]) => id)].map(([id, entries]) => [id, entries.map(([, lane]) => lane)]));
  }

  /**
   * The position of the oldest event that a webhook still has to get, among the 1,000 that are furthest behind. Leaves out
   * webhooks whose batch has failed, and lanes that are behind: they wait for their receiver.
   */
  async oldestWaiting(): Promise<number | undefined> {
    const [oldest] = await this.database.query<{ position: string | null }[]>(
      `SELECT min(e.position) AS position FROM (
         SELECT w.id, w.client_id, w.events, ${front} AS cursor FROM delivery d JOIN webhook w ON w.id = d.webhook_id
          WHERE w.enabled AND d.attempt = 0
            AND EXISTS (SELECT FROM log_head h WHERE h.name = ANY (${headsOfWebhook}) AND h.position > ${front})
          ORDER BY ${front} LIMIT 1000) behind
        CROSS JOIN LATERAL (
          SELECT position FROM event
           WHERE name = ANY (behind.events) AND position > behind.cursor
             AND (client_id IS NULL OR (client_id = behind.client_id AND not_to <> behind.id))
           ORDER BY position LIMIT 1) e`,
    );
    return typeof oldest?.position === 'string' ? Number(oldest.position) : undefined;
  }

  /** Extends the leases of those webhooks that this process still holds, except rows that are being written. Returns their ids. */
  async renew(webhookIds: string[]): Promise<Set<string>> {
    const [rows] = await this.database.query<[{ webhook_id: string }[], number]>(
      `UPDATE delivery SET lease_until = now() + make_interval(secs => $3)
        WHERE webhook_id IN (SELECT webhook_id FROM delivery WHERE webhook_id = ANY ($1::uuid[]) AND lease_owner = $2
                             FOR UPDATE SKIP LOCKED) RETURNING webhook_id`,
      [webhookIds, this.terms.owner, this.terms.leaseSeconds],
    );
    return new Set(rows.map((row) => row.webhook_id));
  }

  /**
   * Ends the leases of a sender whose own lease ended at this moment, except of rows that are being written or that the
   * sender has renewed since then. Returns their number. The sender's results for them count no more.
   */
  async free(owner: string, endedAt: string): Promise<number> {
    const [, freed] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE delivery SET lease_owner = NULL, lease_until = now(), epoch = epoch + 1
        WHERE webhook_id IN (SELECT webhook_id FROM delivery
                              WHERE lease_owner = $1 AND lease_until <= $2::timestamptz + make_interval(secs => $3)
                              FOR UPDATE SKIP LOCKED)`,
      [owner, endedAt, this.terms.leaseSeconds],
    );
    return freed;
  }
}

function withoutFull(full: PaceShare[], pace: Pace, give: (value: unknown) => string): string[] {
  const holders = (of: PaceShare['of']) =>
    full.filter((share) => share.pace === pace && share.of === of).map(({ holder }) => holder);
  const [clients, hosts] = [holders('client'), holders('host')];
  return [
    ...(clients.length > 0 ? [`w.client_id <> ALL (${give(clients)})`] : []),
    ...(hosts.length > 0 ? [`w.host <> ALL (${give(hosts)})`] : []),
  ];
}

function toClaim(row: Row): Claim {
  return {
    webhook_id: row.webhook_id,
    epoch: Number(row.epoch),
    version: row.version,
    erasures: row.erasures,
    state: toState(row, row.last_ms),
    scanned: row.scanned === null ? null : Number(row.scanned),
  };
}

function toClaimedLane({ due_at, ...row }: LaneRow): ClaimedLane {
  return { lane: row.lane, behind: row.behind, dueAt: Number(due_at), state: toState(row, null) };
}

function toState(row: QueueColumns, lastMs: number | null): QueueState {
  const { batch_id, suspect_to } = row;
  return {
    cursor: Number(row.cursor),
    batch:
      batch_id === null
        ? null
        : {
            id: batch_id,
            to: Number(row.batch_to),
            count: row.batch_count,
            hash: row.batch_hash,
            names: row.batch_names,
          },
    attempt: row.attempt,
    refusals: row.refusals,
    inherited: row.inherited,
    limit: row.batch_limit,
    suspectTo: suspect_to === null ? null : Number(suspect_to),
    asideInRow: row.aside_in_row,
    lastMs,
  };
}
