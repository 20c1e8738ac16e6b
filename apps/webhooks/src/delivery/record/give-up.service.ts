import type { DisabledReason } from '@ces/contracts/webhooks/webhook-events';
import { webhookDisabled } from '@ces/contracts/webhooks/webhooks';
import { currentCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LogService } from '../../log/log.service.js';
import type { StoredWebhook } from '../../subscriptions/stored-webhook.js';
import { insist } from './outlast-outage.js';
import { outdate } from '../../queues/queue.store.js';
import { QueueService } from '../claim/claim.store.js';
import { writeSettlements, type Settlement, type Word } from './record.store.js';
import { Wakes } from '../../wakes/wakes.service.js';

/** Switches a webhook off; its queue keeps, and the client's other webhooks hear of it. */
@Injectable()
export class Disabler {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly log: LogService,
    private readonly queue: QueueService,
    private readonly wakes: Wakes,
  ) {}

  /** After what became of a delivery, in one transaction with that; not when the webhook was changed meanwhile. */
  giveUp(settlement: Settlement, reason: DisabledReason): Promise<Word | undefined> {
    return insist(() => this.transactions.run((tx) => this.settleAndDisable(tx, settlement, reason)));
  }

  private async settleAndDisable(
    tx: EntityManager,
    settlement: Settlement,
    reason: DisabledReason,
  ): Promise<Word | undefined> {
    // First the webhook, then its delivery: so does everybody who needs both.
    await tx.query('SELECT FROM webhook WHERE id = $1 FOR UPDATE', [settlement.webhook_id]);
    const word = (await writeSettlements(tx, [settlement], this.queue)).get(settlement.webhook_id);
    const webhook =
      word === 'current' || word === 'erased' ? await this.disable(tx, settlement.webhook_id, reason) : undefined;
    if (!webhook?.disabled_at) return word;
    const { id, url, client_id, disabled_at } = webhook;
    const disabled = disabled_at.toISOString();
    await this.outbox.add(webhookDisabled, { client_id, webhook_id: id, url, reason, disabled });
    return word;
  }

  /** Undefined: it was disabled already, or is gone. */
  async disable(tx: EntityManager, id: string, reason: DisabledReason): Promise<StoredWebhook | undefined> {
    const [[webhook]] = await tx.query<[StoredWebhook[], number]>(
      `UPDATE webhook SET enabled = false, disabled_reason = $2, disabled_at = now()
        WHERE id = $1 AND enabled RETURNING *`,
      [id, reason],
    );
    if (!webhook?.disabled_at) return undefined;
    await outdate(tx, id);
    const data = { webhook_id: id, url: webhook.url, reason, disabled: webhook.disabled_at.toISOString() };
    const to = { client_id: webhook.client_id, not_to: id };
    const event = { id: newId(), user_id: null, data, traceparent: currentCall()?.traceparent ?? null };
    const stored = await this.log.append(tx, 'webhook-disabled', [event], to);
    afterCommit(() => {
      this.wakes.changed(id);
      if (stored) this.wakes.appended('webhook-disabled');
    });
    return webhook;
  }
}
