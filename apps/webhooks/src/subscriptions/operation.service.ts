import { faulty } from '@ces/contracts/problems';
import type * as contract from '@ces/contracts/webhooks/webhooks';
import { Transactions } from '@ces/messaging/storage/transactions';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Disabler } from '../delivery/record/give-up.service.js';
import { outdate } from '../queues/queue.store.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { toWebhook, type StoredWebhook } from './stored-webhook.js';

interface QueueRow {
  attempt: number;
  due_at: Date | number;
  waiting: number;
  set_aside: number;
}

const mostCounted = 10_000;

/** How a webhook is doing, and what its owner can do about it. */
@Injectable()
export class OperationService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly receivers: ReceiverCheck,
    private readonly disabler: Disabler,
    private readonly sealer: SecretSealer,
  ) {}

  get({ client_id, id }: contract.WebhookRef): Promise<contract.WebhookDetails> {
    return this.details(this.database.manager, client_id, id);
  }

  async change(request: contract.ChangeWebhook): Promise<contract.WebhookDetails> {
    await this.receivers.demand(request);
    return this.transactions.run(async (tx) => {
      await this.subscriptions.change(tx, request);
      return this.details(tx, request.client_id, request.id);
    });
  }

  /** What waits is delivered at once, in its order. */
  enable({ client_id, id }: contract.WebhookRef): Promise<contract.WebhookDetails> {
    return this.transactions.run(async (tx) => {
      await this.subscriptions.lock(tx, client_id, id);
      await tx.query(
        'UPDATE webhook SET enabled = true, disabled_reason = NULL, disabled_at = NULL WHERE id = $1 AND NOT enabled',
        [id],
      );
      // Also where it was not disabled: whoever has mended the receiver need not wait for the next attempt.
      await tx.query(`UPDATE delivery SET attempt = 0, aside_in_row = 0, due_at = '-infinity' WHERE webhook_id = $1`, [
        id,
      ]);
      await outdate(tx, id);
      this.subscriptions.tellAfterCommit(id);
      return this.details(tx, client_id, id);
    });
  }

  disable({ client_id, id }: contract.WebhookRef): Promise<contract.WebhookDetails> {
    return this.transactions.run(async (tx) => {
      await this.subscriptions.lock(tx, client_id, id);
      await this.disabler.disable(tx, id, 'requested');
      this.subscriptions.tellAfterCommit(id);
      return this.details(tx, client_id, id);
    });
  }

  /** Everything since then once more, and then on from there, as soon as what is under way has been answered. */
  replay({ client_id, id, since }: contract.ReplayWebhook): Promise<contract.WebhookDetails> {
    const moment = Date.parse(since);
    if (Number.isNaN(moment) || moment > Date.now()) throw notInThePast();
    return this.transactions.run(async (tx) => {
      await this.subscriptions.lock(tx, client_id, id);
      await tx.query(
        `UPDATE delivery SET cursor = least(cursor, $2), batch_id = NULL, batch_to = NULL, batch_count = NULL,
                batch_hash = NULL, batch_names = NULL, attempt = 0, due_at = '-infinity', refusals = 0,
                inherited = 0, batch_limit = 100, suspect_to = NULL, aside_in_row = 0, version = version + 1
          WHERE webhook_id = $1 AND greatest(cursor, batch_to) > $2`,
        [id, Math.max(0, moment * 1_000 - 1)],
      );
      await tx.query('DELETE FROM set_aside WHERE webhook_id = $1 AND position >= $2', [id, moment * 1_000]);
      this.subscriptions.tellAfterCommit(id);
      return this.details(tx, client_id, id);
    });
  }

  private async details(tx: EntityManager, clientId: string, id: string): Promise<contract.WebhookDetails> {
    const stored = await this.subscriptions.find(clientId, id, tx);
    const queue = await this.queueOf(tx, stored);
    const { disabled_reason: reason, disabled_at: at } = stored;
    return {
      ...toWebhook(stored, this.sealer),
      state: stored.enabled ? 'enabled' : 'disabled',
      disabled: reason && at ? { reason, since: at.toISOString() } : null,
      queue,
      created: stored.created_at.toISOString(),
    };
  }

  private async queueOf(tx: EntityManager, { id, client_id, events, enabled }: StoredWebhook) {
    const [row] = await tx.query<QueueRow[]>(
      `SELECT d.attempt, d.due_at,
         (SELECT count(*)::integer FROM (
            SELECT FROM event e WHERE e.name = ANY ($2) AND e.position > d.cursor
               AND (e.client_id IS NULL OR (e.client_id = $3 AND e.not_to <> $1)) LIMIT $4) counted) AS waiting,
         (SELECT count(*)::integer FROM (
            SELECT FROM set_aside s WHERE s.webhook_id = $1 LIMIT $4) counted) AS set_aside
       FROM delivery d WHERE d.webhook_id = $1`,
      [id, events, client_id, mostCounted],
    );
    const waits = enabled && row !== undefined && row.attempt > 0 && row.due_at instanceof Date;
    return {
      waiting: row?.waiting ?? 0,
      failures: row?.attempt ?? 0,
      next_attempt: waits && row.due_at instanceof Date ? row.due_at.toISOString() : null,
      set_aside: row?.set_aside ?? 0,
    };
  }
}

function notInThePast() {
  return faulty('validation-failed', [
    { pointer: '#/since', code: 'past', detail: 'since must be a moment that has been' },
  ]);
}
