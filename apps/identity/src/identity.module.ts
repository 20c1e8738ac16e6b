import { Module } from '@nestjs/common';
import { AdminUsersModule } from './admin-users/admin-users.module.js';
import { AuditModule } from './audit/audit.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { GrantsModule } from './grants/grants.module.js';
import { JobsService } from './jobs/jobs.service.js';
import { KeysModule } from './keys/keys.module.js';
import { MailModule } from './mail/mail.module.js';
import { NoncesModule } from './nonces/nonces.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { PersonModule } from './person/person.module.js';
import { ProvidersModule } from './providers/providers.module.js';
import { ActivationService } from './registration/activation.service.js';
import { MailboxOwnerService } from './registration/mailbox-owner.service.js';
import { RegistrationController } from './registration/registration.controller.js';
import { ResendService } from './registration/resend.service.js';
import { StepsService } from './registration/steps.service.js';
import { UnfinishedService } from './registration/unfinished.service.js';
import { RevocationsModule } from './revocations/revocations.module.js';
import { SealingModule } from './sealing/sealing.module.js';
import { ReadyUsers } from './users/ready-users.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    AdminUsersModule,
    AuditModule,
    ClientsModule,
    CredentialsModule,
    DeletionModule,
    GrantsModule,
    KeysModule,
    MailModule,
    NoncesModule,
    OAuthModule,
    PersonModule,
    ProvidersModule,
    RevocationsModule,
    SealingModule,
    UsersModule,
  ],
  controllers: [RegistrationController],
  providers: [
    ActivationService,
    JobsService,
    MailboxOwnerService,
    ReadyUsers,
    ResendService,
    StepsService,
    UnfinishedService,
  ],
})
export class IdentityModule {}
