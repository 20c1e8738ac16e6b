import { Module } from '@nestjs/common';
import { GrantsModule } from '../grants/grants.module.js';
import { MailModule } from '../mail/mail.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { ClientSecretsService } from './client-secrets.service.js';
import { ClientStore } from './client.store.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';
import { Granting } from './granting.js';
import { KnownClients } from './known-clients.js';

@Module({
  imports: [GrantsModule, MailModule, RevocationsModule],
  controllers: [ClientsController],
  providers: [ClientSecretsService, ClientsService, ClientStore, Granting, KnownClients],
  exports: [ClientsService, KnownClients],
})
export class ClientsModule {}
