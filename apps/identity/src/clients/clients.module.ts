import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { Module } from '@nestjs/common';
import { GrantsModule } from '../grants/grants.module.js';
import { MailModule } from '../mail/mail.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { ClientSecretsService } from './client-secrets.service.js';
import { ClientUses } from './client-uses.js';
import { ClientStore } from './client.store.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';
import { Granting } from './granting.js';
import { KnownClients } from './known-clients.js';
import { NamedClients } from './named-clients.js';

@Module({
  imports: [ByNameModule, GrantsModule, MailModule, RevocationsModule],
  controllers: [ClientsController],
  providers: [NamedClients, ClientSecretsService, ClientsService, ClientStore, ClientUses, Granting, KnownClients],
  exports: [ClientsService, ClientUses, KnownClients],
})
export class ClientsModule {}
