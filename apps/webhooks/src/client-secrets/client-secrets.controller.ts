import { clientSecretsChanged, type ClientSecretsChanged } from '@ces/contracts/identity/client-secrets';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Controller } from '@nestjs/common';
import { Wakes } from '../wakes/wakes.service.js';

@Controller()
export class ClientSecretsController {
  constructor(private readonly wakes: Wakes) {}

  /** One replica gets the fact and tells all others. */
  @OnFact(clientSecretsChanged)
  secretsChanged({ client_id }: ClientSecretsChanged): Promise<void> {
    afterCommit(() => {
      this.wakes.secretsChanged(client_id);
    });
    return Promise.resolve();
  }
}
