import * as contract from '@ces/contracts/webhooks/portal-sessions';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { PortalSessionsService } from './portal-sessions.service.js';

@Controller()
export class PortalSessionsController {
  constructor(
    private readonly sessions: PortalSessionsService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  @Handle(contract.createPortalSession)
  create(request: contract.CreatePortalSession) {
    return this.sessions.create(request);
  }

  @Handle(contract.findPortalSession)
  find(request: contract.PortalSessionRef) {
    return this.sessions.find(request);
  }

  @Handle(contract.webhooksOfSession)
  webhooks({ ids, ...request }: contract.WebhooksOfSession) {
    return this.subscriptions.list(request, ids);
  }
}
