import { faulty } from '@ces/contracts/problems';
import type * as contract from '@ces/contracts/webhooks/webhooks';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { QueuesService } from '../queues/queues.service.js';
import { DisablingService } from './disabling.service.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { toWebhook } from './stored-webhook.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Injectable()
export class OperationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly queues: QueuesService,
    private readonly receivers: ReceiverCheck,
    private readonly disabling: DisablingService,
    private readonly sealer: SecretSealer,
  ) {}

  get({ client_id, id }: contract.WebhookRef): Promise<contract.WebhookDetails> {
    return this.details(client_id, id);
  }

  async change(request: contract.ChangeWebhook): Promise<contract.WebhookDetails> {
    await this.receivers.demand(request);
    return this.changeVetted(request);
  }

  /** Changes a webhook whose receiver was checked before the open transaction began, because that asks name servers. */
  changeVetted(request: contract.ChangeWebhook): Promise<contract.WebhookDetails> {
    const { client_id, id } = request;
    return this.transactions.run(async () => {
      await this.subscriptions.lock(client_id, id);
      await demandUnchanged(() => this.details(client_id, id));
      await this.subscriptions.change(request);
      return this.details(client_id, id);
    });
  }

  /** Delivers the waiting events at once, in their order. */
  enable({ client_id, id }: contract.WebhookRef): Promise<contract.WebhookDetails> {
    return this.transactions.run(async () => {
      await this.subscriptions.enable(client_id, id);
      return this.details(client_id, id);
    });
  }

  disable({ client_id, id }: contract.WebhookRef): Promise<contract.WebhookDetails> {
    return this.transactions.run(async () => {
      await this.subscriptions.lock(client_id, id);
      await this.disabling.disable(id, 'requested');
      this.subscriptions.tellAfterCommit(id);
      return this.details(client_id, id);
    });
  }

  /** Delivers all events since this moment once more and continues after them, when the request under way is answered. */
  replay({ client_id, id, since }: contract.ReplayWebhook): Promise<contract.WebhookDetails> {
    const moment = Date.parse(since);
    if (Number.isNaN(moment) || moment > Date.now()) throw notInThePast();
    return this.transactions.run(async () => {
      await this.subscriptions.lock(client_id, id);
      await this.queues.rewind(id, moment);
      this.subscriptions.tellAfterCommit(id);
      return this.details(client_id, id);
    });
  }

  private async details(clientId: string, id: string): Promise<contract.WebhookDetails> {
    const stored = await this.subscriptions.find(clientId, id);
    const { disabled_reason: reason, disabled_at: at } = stored;
    return {
      ...toWebhook(stored, this.sealer),
      key: stored.key,
      state: stored.enabled ? 'enabled' : 'disabled',
      disabled: reason && at ? { reason, at: at.toISOString() } : null,
      lanes: stored.lanes,
      queue: await this.queues.describe(stored),
      created: stored.created_at.toISOString(),
    };
  }
}

function notInThePast() {
  return faulty('validation-failed', [{ pointer: '#/since', code: 'past', detail: 'must be a moment that has been' }]);
}
