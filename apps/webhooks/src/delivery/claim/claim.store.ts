import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../clock/clock.service.js';
import { headsOfWebhook } from '../../log/heads.js';
import { WebhooksConfig } from '../../webhooks.config.js';
import { slowMs, type Lane } from '../send/lanes.js';
import type { LaneShare } from '../send/places.js';
import type { QueueState } from '../record/queue-state.js';

const marginSeconds = 5;

/** A webhook whose lease is ours, and where it stood at that moment. What is to be sent to whom is read afterwards. */
export interface Claim {
  webhook_id: string;
  epoch: number;
  version: number;
  /** Of its versions so many came from erasures. */
  erasures: number;
  state: QueueState;
}

/** For webhooks of which lanes, but for those of clients and hosts that have their share, and for how many. */
export interface Room {
  from: Lane[];
  full: LaneShare[];
  limit: number;
}

interface Row {
  webhook_id: string;
  epoch: string;
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
  last_ms: number | null;
  version: number;
  erasures: number;
}

const inLane: Record<Lane, string> = {
  fast: `d.last_ms < ${slowMs}`,
  new: 'd.last_ms IS NULL',
  slow: `d.last_ms >= ${slowMs}`,
};

function without(full: LaneShare[], lane: Lane, give: (value: unknown) => string): string[] {
  const those = (of: LaneShare['of']) => full.filter((share) => share.lane === lane && share.of === of);
  const [clients, hosts] = [those('client'), those('host')].map((shares) => shares.map(({ who }) => who));
  return [
    ...(clients?.length ? [`w.client_id <> ALL (${give(clients)})`] : []),
    ...(hosts?.length ? [`w.host <> ALL (${give(hosts)})`] : []),
  ];
}

/** Who delivers to which webhook. A lease is longer than a delivery can last, and is renewed before each. */
@Injectable()
export class QueueService {
  /** This process among all replicas. */
  readonly owner = newId();
  readonly leaseSeconds: number;
  /** A request that begins so long after its lease was confirmed ends before it, and a second to spare. */
  readonly safeMs: number;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    config: WebhooksConfig,
  ) {
    this.leaseSeconds = config.WEBHOOK_TIMEOUT_SECONDS + marginSeconds;
    this.safeMs = (marginSeconds - 1) * 1_000;
  }

  /**
   * Webhooks of these lanes that have something to deliver now and that nobody takes care of; longest unattended first.
   * Those that are ours and that we do not know to have belong to a claim whose answer was lost.
   */
  async claim({ from, full, limit }: Room, held: string[], names?: WebhookEventName[]): Promise<Claim[]> {
    const given: unknown[] = [new Date(this.clock.now()), this.owner, this.leaseSeconds, limit, held];
    const give = (value: unknown): string => `$${given.push(value)}`;
    const open = from.map((lane) => [inLane[lane], ...without(full, lane, give)].join(' AND '));
    const [rows] = await this.database.query<[Row[], number]>(
      `WITH due AS (
         SELECT d.webhook_id FROM delivery d JOIN webhook w ON w.id = d.webhook_id
          WHERE (${open.join(' OR ')})
            AND w.enabled AND d.due_at <= $1 ${names ? `AND w.events && ${give(names)}` : ''}
            AND (d.lease_until <= now() OR (d.lease_owner = $2 AND d.webhook_id <> ALL ($5::uuid[])))
            AND (d.batch_id IS NOT NULL
                 OR EXISTS (SELECT FROM log_head h WHERE h.name = ANY (${headsOfWebhook}) AND h.position > d.cursor))
          ORDER BY d.lease_until LIMIT $4 FOR UPDATE OF d SKIP LOCKED)
       UPDATE delivery d SET lease_owner = $2, lease_until = now() + make_interval(secs => $3), epoch = epoch + 1
         FROM due WHERE d.webhook_id = due.webhook_id
       RETURNING d.*`,
      given,
    );
    return rows.map(toClaim);
  }

  /** Those of the webhooks that are surely still ours, for another while. What is being written right now is passed by. */
  async renew(webhookIds: string[]): Promise<Set<string>> {
    const [rows] = await this.database.query<[{ webhook_id: string }[], number]>(
      `UPDATE delivery SET lease_until = now() + make_interval(secs => $3)
        WHERE webhook_id IN (SELECT webhook_id FROM delivery WHERE webhook_id = ANY ($1::uuid[]) AND lease_owner = $2
                             FOR UPDATE SKIP LOCKED) RETURNING webhook_id`,
      [webhookIds, this.owner, this.leaseSeconds],
    );
    return new Set(rows.map((row) => row.webhook_id));
  }
}

function toClaim(row: Row): Claim {
  const { webhook_id, batch_id, suspect_to } = row;
  return {
    webhook_id,
    epoch: Number(row.epoch),
    version: row.version,
    erasures: row.erasures,
    state: {
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
      lastMs: row.last_ms,
    },
  };
}
