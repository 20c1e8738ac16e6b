import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NoncesModule } from '../nonces/nonces.module.js';
import { PersonModule } from '../person/person.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActivationService } from './activation.service.js';
import { MailboxOwnerService } from './mailbox-owner.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationStore } from './registration.store.js';
import { ResendService } from './resend.service.js';
import { StepsService } from './steps.service.js';
import { UnfinishedService } from './unfinished.service.js';

@Module({
  imports: [
    CredentialsModule,
    DeletionModule,
    GrantsModule,
    MailModule,
    NoncesModule,
    PersonModule,
    RevocationsModule,
    UsersModule,
  ],
  controllers: [RegistrationController],
  providers: [
    ActivationService,
    MailboxOwnerService,
    RegistrationStore,
    ResendService,
    StepsService,
    UnfinishedService,
  ],
  exports: [ActivationService, StepsService],
})
export class RegistrationModule {}
