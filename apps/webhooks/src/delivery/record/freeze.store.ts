import type { Statement } from '@ces/messaging/storage/parts';
import { Injectable } from '@nestjs/common';
import { LeaseTerms } from '../lease-terms.js';
import type { DeliveryRecord } from './delivery-record.js';
import { logAttempts, toAttempts, toGiven } from './record-rows.js';

/**
 * Freezes batches in the statement that appends their events, and records what was delivered before. SQL because it freezes
 * those of many webhooks.
 */
@Injectable()
export class FreezeStore {
  constructor(private readonly terms: LeaseTerms) {}

  /**
   * A part of the statement that appends so many events, at positions behind that of its part `clock`; those of the records
   * count from there. Without all of the events nothing is frozen, and nothing for a webhook that has not come to the end
   * of the log. Leaves out webhooks that are being changed: a change may wait for the log, which is locked before.
   */
  freezing(records: DeliveryRecord[], events: number): Statement {
    return {
      text: `offered AS (
         SELECT o.webhook_id, o.epoch, o.version, o.state
           FROM jsonb_to_recordset($1::jsonb) AS o (webhook_id uuid, epoch bigint, version integer, state jsonb)),
       free AS (
         SELECT d.webhook_id, c.start FROM delivery d JOIN offered o USING (webhook_id) CROSS JOIN clock c
          WHERE d.epoch = o.epoch AND d.version = o.version AND d.lease_owner = $2
            AND c.previous <= (o.state->>'cursor')::bigint AND (SELECT count(*) FROM stored) = $4::integer
            FOR UPDATE OF d SKIP LOCKED),
       frozen AS (
         UPDATE delivery d
            SET cursor = s.cursor, batch_id = s.batch_id, batch_to = free.start + s.batch_to, batch_count = s.batch_count,
                batch_hash = s.batch_hash, batch_names = s.batch_names, attempt = s.attempt, refusals = s.refusals,
                inherited = s.inherited, batch_limit = s.batch_limit, suspect_to = s.suspect_to,
                aside_in_row = s.aside_in_row, last_ms = s.last_ms, lease_until = now() + make_interval(secs => $3)
           FROM free JOIN offered o USING (webhook_id), jsonb_to_record(o.state) AS s (
                cursor bigint, batch_id uuid, batch_to bigint, batch_count integer, batch_hash text, batch_names text[],
                attempt integer, refusals integer, inherited integer, batch_limit integer, suspect_to bigint,
                aside_in_row integer, last_ms real)
          WHERE d.webhook_id = free.webhook_id RETURNING d.webhook_id, d.epoch, true AS current),
       logged AS (${logAttempts('JOIN frozen', '$5')})`,
      values: [
        ...[JSON.stringify(records.map(toGiven)), this.terms.owner, this.terms.leaseSeconds, events],
        JSON.stringify(records.flatMap(toAttempts)),
      ],
    };
  }
}
