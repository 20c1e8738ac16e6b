import { rotateWebhookSecret, showWebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import * as contract from '@ces/contracts/webhooks/webhooks';
import * as byName from '@ces/contracts/webhooks/webhooks-by-name';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { NamedWebhooks } from './named-webhooks.js';
import { OperationService } from './operation.service.js';
import { OwnSecretsService } from './own-secrets.service.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { registrationLineOf } from './registration-line.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly operation: OperationService,
    private readonly secrets: OwnSecretsService,
    private readonly receivers: ReceiverCheck,
    private readonly named: NamedWebhooks,
    private readonly byName: ByName,
  ) {}

  @HandleInTwo(contract.createWebhook, { line: registrationLineOf }) // row 33
  create(request: contract.CreateWebhook) {
    return this.subscriptions.create(request);
  }

  @Handle(contract.listWebhooks) // row 34
  list(request: contract.OwnWebhooks) {
    return this.subscriptions.list(request);
  }

  @Handle(contract.deleteWebhook) // row 35
  delete(request: contract.WebhookRef) {
    return this.subscriptions.delete(request);
  }

  @Handle(contract.getWebhook)
  get(request: contract.WebhookRef) {
    return this.operation.get(request);
  }

  @Handle(contract.changeWebhook)
  change(request: contract.ChangeWebhook) {
    return this.operation.change(request);
  }

  @Handle(contract.enableWebhook)
  enable(request: contract.WebhookRef) {
    return this.operation.enable(request);
  }

  @Handle(contract.disableWebhook)
  disable(request: contract.WebhookRef) {
    return this.operation.disable(request);
  }

  @Handle(contract.replayWebhook)
  replay(request: contract.ReplayWebhook) {
    return this.operation.replay(request);
  }

  @Handle(byName.getWebhookByKey)
  getByKey({ client_id, key }: byName.WebhookByKey) {
    return this.byName.get(this.named.of(client_id), key);
  }

  @HandleInTwo(byName.putWebhookByKey, { line: byNameLine })
  async putByKey({ key, adopt, dry_run, ...given }: byName.PutWebhookByKey) {
    await this.receivers.demand(given);
    return () => this.byName.put(this.named.of(given.client_id), { key, adopt, dry_run }, given);
  }

  @Handle(showWebhookSecret)
  showSecret(request: contract.WebhookRef) {
    return this.secrets.show(request);
  }

  @Handle(rotateWebhookSecret)
  rotateSecret(request: contract.WebhookRef) {
    return this.secrets.rotate(request);
  }
}
