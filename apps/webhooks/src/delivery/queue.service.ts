import type { WebhookEventName } from '@ces/contracts/webhook-events';
import { newId } from '@ces/messaging/ids';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { WebhooksConfig } from '../webhooks.config.js';
import type { QueueState } from './queue-state.js';

/** A webhook whose lease is ours. */
export interface Claim {
  webhook_id: string;
  epoch: number;
  state: QueueState;
}

interface Row {
  webhook_id: string;
  epoch: string;
  cursor: string;
  batch_id: string | null;
  batch_to: string;
  batch_count: number;
  batch_hash: string;
  batch_names: string[] | null;
  attempt: number;
  refusals: number;
  batch_limit: number;
  suspect_to: string | null;
  aside_in_row: number;
}

/** Who delivers to which webhook. A lease is longer than a delivery can last, and is renewed before each. */
@Injectable()
export class QueueService {
  /** This process among all replicas. */
  readonly owner = newId();
  readonly leaseSeconds: number;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    config: WebhooksConfig,
  ) {
    this.leaseSeconds = config.WEBHOOK_TIMEOUT_SECONDS + 5;
  }

  /** Webhooks that have something to deliver now and that nobody takes care of; longest unattended first. Sound: did not fail last. */
  async claim(limit: number, which: 'any' | 'sound', names?: WebhookEventName[]): Promise<Claim[]> {
    const [rows] = await this.database.query<[Row[], number]>(
      `WITH due AS (
         SELECT d.webhook_id FROM delivery d JOIN webhook w ON w.id = d.webhook_id
          WHERE w.enabled AND d.due_at <= $1 AND d.lease_until <= now()
            ${which === 'sound' ? 'AND d.attempt = 0' : ''} ${names ? 'AND w.events && $5' : ''}
            AND (d.batch_id IS NOT NULL
                 OR EXISTS (SELECT FROM log_head h WHERE h.name = ANY (w.events) AND h.position > d.cursor))
          ORDER BY d.lease_until LIMIT $2 FOR UPDATE OF d SKIP LOCKED)
       UPDATE delivery d SET lease_owner = $3, lease_until = now() + make_interval(secs => $4), epoch = epoch + 1
         FROM due WHERE d.webhook_id = due.webhook_id RETURNING d.*`,
      [new Date(this.clock.now()), limit, this.owner, this.leaseSeconds, ...(names ? [names] : [])],
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
  const { batch_id, suspect_to } = row;
  return {
    webhook_id: row.webhook_id,
    epoch: Number(row.epoch),
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
      limit: row.batch_limit,
      suspectTo: suspect_to === null ? null : Number(suspect_to),
      asideInRow: row.aside_in_row,
    },
  };
}
