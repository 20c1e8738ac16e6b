import { clientDeleted, type ClientDeleted } from '@ces/contracts/client-secrets';
import { OnEvent } from '@ces/messaging/on-event';
import { Controller } from '@nestjs/common';
import { ClientsService } from './clients.service.js';

@Controller()
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @OnEvent(clientDeleted)
  deleted({ client_id }: ClientDeleted): Promise<void> {
    return this.clients.forget(client_id);
  }
}
