import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { laneColumn } from '../log/lane-of-user.js';
import type { DeliveryEntity } from './delivery.entity.js';
import type { LaneEntity } from './lane.entity.js';

export interface QueueRow extends Pick<DeliveryEntity, 'attempt' | 'due_at'> {
  waiting: number;
  set_aside: number;
}

/** The state of the lanes together: the most failures, and the earliest time of a lane that waits. */
export interface LanesRow extends Pick<LaneEntity, 'attempt' | 'due_at'> {
  waiting: number;
}

/** Events that are looked at, for each event that is counted: those of other lanes lie between. */
const lookedAt = 20;

/** An event set aside, with what the log still holds of it: nothing after an erasure. */
export interface SetAside {
  position: string;
  event_id: string;
  batch_id: string | null;
  status: number;
  at: Date;
  name: string | null;
  data: string | null;
}

const selectSetAside = `
  SELECT s.position, s.event_id, s.batch_id, s.status, s.at, e.name, e.data
    FROM set_aside s LEFT JOIN event e ON e.position = s.position AND e.id = s.event_id`;

/**
 * Rows of `delivery`: the position of each webhook in the log, and its lease. SQL because each statement changes the row
 * relative to itself, to the log or to a set of erased events. Each is written after the webhook's own row was locked.
 */
@Injectable()
export class QueueStore {
  constructor(private readonly transactions: Transactions) {}

  /** A new webhook begins at the end of the log. */
  async begin(webhookId: string): Promise<void> {
    await this.transactions.open.query('INSERT INTO delivery (webhook_id, cursor) SELECT $1, position FROM log_clock', [
      webhookId,
    ]);
  }

  /** Makes the next batch due at once, without failures. */
  async resume(webhookId: string): Promise<void> {
    await this.transactions.open.query(
      `UPDATE delivery SET attempt = 0, aside_in_row = 0, due_at = '-infinity' WHERE webhook_id = $1`,
      [webhookId],
    );
    await this.transactions.open.query(
      `UPDATE lane SET attempt = 0, aside_in_row = 0, due_at = '-infinity' WHERE webhook_id = $1`,
      [webhookId],
    );
  }

  /** Lets a sender claim a webhook with lanes at once. Its lanes keep their own due times, and one queue keeps its pause. */
  async hasten(webhookId: string): Promise<void> {
    await this.transactions.open.query(
      `UPDATE delivery SET due_at = '-infinity' WHERE webhook_id = $1 AND scanned IS NOT NULL`,
      [webhookId],
    );
  }

  /** Sets the cursor back to this position, if it or the frozen batch has passed it, and outdates the webhook. */
  async rewind(webhookId: string, position: number): Promise<void> {
    await this.transactions.open.query(
      `UPDATE delivery SET cursor = least(cursor, $2), batch_id = NULL, batch_to = NULL, batch_count = NULL,
              batch_hash = NULL, batch_names = NULL, attempt = 0, due_at = '-infinity', refusals = 0,
              inherited = 0, batch_limit = 100, suspect_to = NULL, aside_in_row = 0, version = version + 1,
              scanned = least(scanned, $2)
        WHERE webhook_id = $1 AND (greatest(cursor, batch_to, scanned) > $2 OR EXISTS (
          SELECT FROM lane WHERE lane.webhook_id = $1 AND greatest(lane.cursor, lane.batch_to) > $2))`,
      [webhookId, position],
    );
    // A lane that had not come so far goes on where it was.
    await this.transactions.open.query(
      `UPDATE lane SET cursor = least(cursor, $2), behind = behind OR batch_id IS NOT NULL,
              batch_id = NULL, batch_to = NULL, batch_count = NULL, batch_hash = NULL, batch_names = NULL, attempt = 0,
              due_at = '-infinity', refusals = 0, inherited = 0, batch_limit = 100, suspect_to = NULL, aside_in_row = 0
        WHERE webhook_id = $1 AND greatest(cursor, batch_to) > $2`,
      [webhookId, position],
    );
  }

  async deleteSetAsideFrom(webhookId: string, position: number): Promise<void> {
    await this.transactions.open.query('DELETE FROM set_aside WHERE webhook_id = $1 AND position >= $2', [
      webhookId,
      position,
    ]);
  }

  listSetAside(webhookId: string, before: string | null, limit: number): Promise<SetAside[]> {
    return this.transactions.current.query<SetAside[]>(
      `${selectSetAside} WHERE s.webhook_id = $1 AND ($2::bigint IS NULL OR s.position < $2)
        ORDER BY s.position DESC LIMIT $3`,
      [webhookId, before, limit],
    );
  }

  findSetAside(webhookId: string, eventIds: string[]): Promise<SetAside[]> {
    return this.transactions.current.query<SetAside[]>(
      `${selectSetAside} WHERE s.webhook_id = $1 AND s.event_id = ANY ($2::uuid[]) ORDER BY s.position`,
      [webhookId, eventIds],
    );
  }

  /** The oldest events set aside that the log still holds. */
  firstSetAside(webhookId: string, limit: number): Promise<SetAside[]> {
    return this.transactions.current.query<SetAside[]>(
      `${selectSetAside} WHERE s.webhook_id = $1 AND e.id IS NOT NULL ORDER BY s.position LIMIT $2`,
      [webhookId, limit],
    );
  }

  async deleteSetAside(webhookId: string, positions: string[]): Promise<void> {
    await this.transactions.open.query(
      'DELETE FROM set_aside WHERE webhook_id = $1 AND position = ANY ($2::bigint[])',
      [webhookId, positions],
    );
  }

  async deleteSetAsideOf(webhookIds: string[]): Promise<void> {
    await this.transactions.open.query('DELETE FROM set_aside WHERE webhook_id = ANY ($1::uuid[])', [webhookIds]);
  }

  async deleteSetAsideBefore(position: number): Promise<void> {
    await this.transactions.current.query('DELETE FROM set_aside WHERE position < $1', [position]);
  }

  async outdate(webhookId: string): Promise<void> {
    await this.transactions.open.query('UPDATE delivery SET version = version + 1 WHERE webhook_id = $1', [webhookId]);
  }

  /** Raises version and erasures of each webhook that has one of these events before it: sent, frozen or at hand. */
  async outdateBefore(names: string[], positions: string[]): Promise<void> {
    await this.transactions.open.query(
      `WITH gone AS (
         SELECT name, max(position) AS position FROM unnest($1::text[], $2::bigint[]) AS given (name, position) GROUP BY name)
       UPDATE delivery d SET version = version + 1, erasures = erasures + 1 FROM webhook w
        WHERE w.id = d.webhook_id AND EXISTS (
          SELECT FROM gone WHERE gone.position > d.cursor AND (gone.name = ANY (w.events || d.batch_names) OR EXISTS (
            SELECT FROM lane l WHERE l.webhook_id = d.webhook_id AND gone.name = ANY (l.batch_names))))`,
      [names, positions],
    );
  }

  /** Failures of the batch at the head, and events that wait or are set aside, counted up to `mostCounted`. */
  async find(webhookId: string, names: string[], clientId: string, mostCounted: number): Promise<QueueRow | undefined> {
    const [row] = await this.transactions.current.query<QueueRow[]>(
      `SELECT d.attempt, d.due_at,
         (SELECT count(*)::integer FROM (
            SELECT FROM event e WHERE e.name = ANY ($2) AND e.position > d.cursor
               AND (e.client_id IS NULL OR (e.client_id = $3 AND e.not_to <> $1)) LIMIT $4) counted) AS waiting,
         (SELECT count(*)::integer FROM (
            SELECT FROM set_aside s WHERE s.webhook_id = $1 LIMIT $4) counted) AS set_aside
       FROM delivery d WHERE d.webhook_id = $1`,
      [webhookId, names, clientId, mostCounted],
    );
    return row;
  }

  /** The same of all lanes. Undefined for a webhook without lanes. */
  async findLanes(
    webhookId: string,
    names: string[],
    clientId: string,
    now: Date,
    most: number,
  ): Promise<LanesRow | undefined> {
    const [row] = await this.transactions.current.query<LanesRow[]>(
      `WITH queue AS (
         SELECT l.lane, l.attempt, l.due_at, CASE WHEN l.behind OR l.batch_id IS NOT NULL THEN l.cursor
                                             ELSE greatest(l.cursor, d.scanned) END AS cursor
           FROM lane l JOIN delivery d USING (webhook_id) WHERE l.webhook_id = $1),
       near AS (
         SELECT ${laneColumn} AS lane, position FROM event e
          WHERE e.name = ANY ($2) AND e.position > (SELECT min(cursor) FROM queue)
            AND (e.client_id IS NULL OR (e.client_id = $3 AND e.not_to <> $1)) ORDER BY position LIMIT $4::integer * ${lookedAt}),
       ahead AS (SELECT lane FROM near JOIN queue USING (lane) WHERE near.position > queue.cursor LIMIT $4)
       SELECT max(attempt) AS attempt, (SELECT count(*)::integer FROM ahead) AS waiting,
              min(due_at) FILTER (WHERE attempt > 0 OR due_at > $5 AND lane IN (SELECT lane FROM ahead)) AS due_at
         FROM queue HAVING count(*) > 0`,
      [webhookId, names, clientId, most, now],
    );
    return row;
  }
}
