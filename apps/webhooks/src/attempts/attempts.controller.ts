import * as extra from '@ces/contracts/webhooks/extra-requests';
import * as contract from '@ces/contracts/webhooks/webhooks';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AttemptsService } from './attempts.service.js';
import { PingService } from './ping.service.js';
import { ResendService } from './resend.service.js';
import { SetAsideService } from './set-aside.service.js';

@Controller()
export class AttemptsController {
  constructor(
    private readonly attempts: AttemptsService,
    private readonly pings: PingService,
    private readonly resends: ResendService,
    private readonly setAside: SetAsideService,
  ) {}

  @HandleInTwo(contract.pingWebhook)
  ping(request: contract.WebhookRef) {
    return this.pings.ping(request);
  }

  @HandleInTwo(extra.testWebhook)
  test(request: extra.TestOfWebhook) {
    return this.pings.test(request);
  }

  @HandleInTwo(extra.resendBatch)
  resend(request: extra.BatchRef) {
    return this.resends.resend(request);
  }

  @Handle(extra.listSetAside)
  listSetAside(request: extra.SetAsideOf) {
    return this.setAside.list(request);
  }

  @HandleInTwo(extra.resendSetAside)
  resendSetAside(request: extra.ResendSetAside) {
    return this.setAside.resend(request);
  }

  @Handle(contract.attemptsOfWebhook)
  list(request: contract.AttemptsOf) {
    return this.attempts.list(request);
  }
}
