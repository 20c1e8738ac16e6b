import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { LeaseTerms } from '../lease-terms.js';
import type { DeliveryRecord } from './delivery-record.js';
import { toGiven } from './record-rows.js';

/** Freezes batches in the transaction that appends their events. SQL because one statement freezes those of many webhooks. */
@Injectable()
export class FreezeStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly terms: LeaseTerms,
  ) {}

  /**
   * Returns the ids of the webhooks whose batch was frozen. Leaves out those that are being changed: the transaction holds
   * the log, and a change may wait for it.
   */
  async freeze(records: DeliveryRecord[]): Promise<Set<string>> {
    const [rows] = await this.transactions.open.query<[{ webhook_id: string }[], number]>(
      `WITH given AS (
         SELECT g.webhook_id, g.epoch, g.version, g.state
           FROM jsonb_to_recordset($1::jsonb) AS g (webhook_id uuid, epoch bigint, version integer, state jsonb)),
       free AS (
         SELECT d.webhook_id FROM delivery d JOIN given g USING (webhook_id)
          WHERE d.epoch = g.epoch AND d.version = g.version AND d.lease_owner = $2 FOR UPDATE OF d SKIP LOCKED)
       UPDATE delivery d
          SET cursor = s.cursor, batch_id = s.batch_id, batch_to = s.batch_to, batch_count = s.batch_count,
              batch_hash = s.batch_hash, batch_names = s.batch_names, lease_until = now() + make_interval(secs => $3)
         FROM free JOIN given g USING (webhook_id), jsonb_to_record(g.state) AS s (
              cursor bigint, batch_id uuid, batch_to bigint, batch_count integer, batch_hash text, batch_names text[])
        WHERE d.webhook_id = free.webhook_id RETURNING d.webhook_id`,
      [JSON.stringify(records.map(toGiven)), this.terms.owner, this.terms.leaseSeconds],
    );
    return new Set(rows.map((row) => row.webhook_id));
  }
}
