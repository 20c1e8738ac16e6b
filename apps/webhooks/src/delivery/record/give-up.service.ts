import type { DisabledReason } from '@ces/contracts/webhooks/webhook-events';
import { webhookDisabled } from '@ces/contracts/webhooks/webhooks';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DisablingService } from '../../subscriptions/disabling.service.js';
import { LeaseTerms } from '../lease-terms.js';
import type { DeliveryRecord, Recorded } from './delivery-record.js';
import { outlastOutage } from './outlast-outage.js';
import { RecordStore } from './record.store.js';

@Injectable()
export class GiveUpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly disabling: DisablingService,
    private readonly store: RecordStore,
    private readonly terms: LeaseTerms,
    private readonly outbox: Outbox,
  ) {}

  /** Records the delivery and disables the webhook in one transaction; a webhook that was changed meanwhile stays enabled. */
  giveUp(record: DeliveryRecord, reason: DisabledReason): Promise<Recorded | undefined> {
    return outlastOutage(() => this.transactions.run(() => this.recordAndDisable(record, reason)));
  }

  private async recordAndDisable(record: DeliveryRecord, reason: DisabledReason): Promise<Recorded | undefined> {
    await this.disabling.lock(record.webhook_id);
    const recorded = (await this.store.write([record], this.terms.leaseSeconds)).get(record);
    if (recorded !== 'current' && recorded !== 'erased') return recorded;
    const webhook = await this.disabling.disable(record.webhook_id, reason);
    if (webhook) {
      const { id, url, client_id, disabled_at } = webhook;
      const disabled = disabled_at.toISOString();
      await this.outbox.add(webhookDisabled, { client_id, webhook_id: id, url, reason, disabled });
    }
    return recorded;
  }
}
