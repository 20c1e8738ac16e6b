import * as contract from '@ces/contracts/webhooks/webhooks';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AttemptsService } from './attempts.service.js';
import { PingService } from './ping.service.js';

@Controller()
export class AttemptsController {
  constructor(
    private readonly attempts: AttemptsService,
    private readonly pings: PingService,
  ) {}

  @HandleInTwo(contract.pingWebhook)
  ping(request: contract.WebhookRef) {
    return this.pings.ping(request);
  }

  @Handle(contract.attemptsOfWebhook)
  list(request: contract.AttemptsOf) {
    return this.attempts.list(request);
  }
}
