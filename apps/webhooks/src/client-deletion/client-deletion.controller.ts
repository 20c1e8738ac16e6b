import { clientDeleted, type ClientDeleted } from '@ces/contracts/identity/client-secrets';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { ListenersService } from '../listeners/listeners.service.js';
import { PortalSessionsService } from '../portal-sessions/portal-sessions.service.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';

/** Deletes all that a client has in this service. */
@Controller()
export class ClientDeletionController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly listeners: ListenersService,
    private readonly portalSessions: PortalSessionsService,
  ) {}

  @OnFact(clientDeleted)
  async clientDeleted({ client_id }: ClientDeleted): Promise<void> {
    await this.listeners.deleteOf(client_id);
    await this.portalSessions.deleteOf(client_id);
    await this.subscriptions.deleteOf(client_id);
  }
}
