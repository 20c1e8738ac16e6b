import * as contract from '@ces/contracts/webhooks/webhooks';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AttemptsService } from '../attempts/attempts.service.js';
import { PingService } from '../attempts/ping.service.js';
import { OperationService } from './operation.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly operation: OperationService,
    private readonly attempts: AttemptsService,
    private readonly pings: PingService,
  ) {}

  @HandleInTwo(contract.createWebhook) // row 33
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

  @HandleInTwo(contract.pingWebhook)
  ping(request: contract.WebhookRef) {
    return this.pings.ping(request);
  }

  @Handle(contract.attemptsOfWebhook)
  attemptsOf(request: contract.AttemptsOf) {
    return this.attempts.of(request);
  }
}
