import {
  clientDeleted,
  clientSecretsChanged,
  type ClientDeleted,
  type ClientSecretsChanged,
} from '@ces/contracts/identity/client-secrets';
import { OnEvent } from '@ces/messaging/facts/on-event';
import { Controller } from '@nestjs/common';
import { ClientsService } from '../subscriptions/clients.service.js';

@Controller()
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @OnEvent(clientDeleted)
  deleted({ client_id }: ClientDeleted): Promise<void> {
    return this.clients.forget(client_id);
  }

  @OnEvent(clientSecretsChanged)
  secretsChanged({ client_id }: ClientSecretsChanged): Promise<void> {
    return this.clients.forgetSecrets(client_id);
  }
}
