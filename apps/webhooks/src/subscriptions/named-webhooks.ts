import type { WebhookDetails } from '@ces/contracts/webhooks/webhooks';
import type { CreateNamedWebhook } from '@ces/contracts/webhooks/webhooks-by-name';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { OperationService } from './operation.service.js';
import { OwnSecretsService } from './own-secrets.service.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { WebhookEntity } from './webhook.entity.js';

/** The receiver that a request names is checked before. */
@Injectable()
export class NamedWebhooks {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly operation: OperationService,
    private readonly secrets: OwnSecretsService,
  ) {}

  /** The webhooks of one client. */
  of(client_id: string): Named<CreateNamedWebhook, WebhookDetails> {
    return {
      space: `webhooks of ${client_id}`,
      notFound: 'webhook-not-found',
      keys: keysIn(this.transactions, WebhookEntity, { client_id }),
      get: (id) => this.operation.get({ client_id, id }),
      create: async ({ lanes = 1, ...given }) => {
        const { id } = await this.subscriptions.createVetted(given);
        if (lanes > 1) await this.operation.changeVetted({ client_id, id, lanes });
        const { secret } = await this.secrets.show({ client_id, id });
        return { shown: await this.operation.get({ client_id, id }), secret };
      },
      replace: (id, given) => this.operation.changeVetted({ lanes: 1, ...given, headers: given.headers ?? {}, id }),
    };
  }
}
