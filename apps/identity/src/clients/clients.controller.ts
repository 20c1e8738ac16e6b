import type { ByKey } from '@ces/contracts/by-name/by-name';
import * as ofSecrets from '@ces/contracts/identity/client-secrets';
import { clientStanding } from '@ces/contracts/identity/tokens/client-standing';
import * as contract from '@ces/contracts/identity/clients';
import * as byName from '@ces/contracts/identity/by-name/clients';
import type { SearchPage } from '@ces/contracts/paging';
import { webhookDisabled, type WebhookDisabled } from '@ces/contracts/webhooks/webhooks';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { MailService } from '../mail/mail.service.js';
import { ClientSecretsService } from './client-secrets.service.js';
import { ClientsService } from './clients.service.js';
import { NamedClients } from './named-clients.js';

@Controller()
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly secrets: ClientSecretsService,
    private readonly mails: MailService,
    private readonly named: NamedClients,
    private readonly byName: ByName,
  ) {}

  @Handle(contract.createClient)
  create(request: contract.CreateClient) {
    return this.clients.create(request);
  }

  @Handle(contract.listClients)
  list(request: SearchPage) {
    return this.clients.list(request);
  }

  @Handle(contract.getClient)
  get(request: contract.ClientRef) {
    return this.clients.get(request.id);
  }

  @Handle(clientStanding)
  standing({ id }: contract.ClientRef) {
    return this.clients.standingOf(id);
  }

  @Handle(contract.publicOrigins)
  origins() {
    return this.clients.origins();
  }

  @Handle(contract.changeClient)
  change(request: contract.ChangeClient) {
    return this.clients.change(request);
  }

  @Handle(contract.deleteClient)
  delete(request: contract.ClientCommand) {
    return this.clients.delete(request);
  }

  @Handle(byName.getClientByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putClientByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutClientByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }

  @Handle(ofSecrets.addSecret)
  addSecret(request: contract.ClientCommand) {
    return this.secrets.add(request);
  }

  @Handle(ofSecrets.promoteSecret)
  promoteSecret(request: contract.ClientCommand) {
    return this.secrets.promote(request);
  }

  @Handle(ofSecrets.retireSecret)
  retireSecret(request: ofSecrets.RetireSecret) {
    return this.secrets.retire(request);
  }

  @Handle(ofSecrets.signingSecrets)
  signingSecrets(request: contract.ClientRef) {
    return this.secrets.forSigning(request.id);
  }

  @OnFact(webhookDisabled)
  webhookDisabled({ client_id, webhook_id }: WebhookDisabled): Promise<void> {
    return this.mails.sendWebhookDisabled(client_id, webhook_id);
  }
}
