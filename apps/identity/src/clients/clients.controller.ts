import * as contract from '@ces/contracts/clients';
import { Handle } from '@ces/messaging/handle';
import { Controller } from '@nestjs/common';
import { ClientSecretsService } from './client-secrets.service.js';
import { ClientsService } from './clients.service.js';

@Controller()
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly secrets: ClientSecretsService,
  ) {}

  @Handle(contract.createClient)
  create(request: contract.NewClient) {
    return this.clients.create(request);
  }

  @Handle(contract.listClients)
  list() {
    return this.clients.list();
  }

  @Handle(contract.getClient)
  get(request: contract.ClientRef) {
    return this.clients.get(request.id);
  }

  @Handle(contract.changeClient)
  change(request: contract.ChangeClient) {
    return this.clients.change(request.id, request);
  }

  @Handle(contract.deleteClient)
  delete(request: contract.ClientRef) {
    return this.clients.delete(request.id);
  }

  @Handle(contract.addSecret)
  addSecret(request: contract.ClientRef) {
    return this.secrets.add(request.id);
  }

  @Handle(contract.promoteSecret)
  promoteSecret(request: contract.ClientRef) {
    return this.secrets.promote(request.id);
  }

  @Handle(contract.retireSecret)
  retireSecret(request: contract.ClientRef) {
    return this.secrets.retire(request.id);
  }

  @Handle(contract.signingSecrets)
  signingSecrets(request: contract.ClientRef) {
    return this.secrets.forSigning(request.id);
  }
}
