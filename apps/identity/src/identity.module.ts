import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { AdminUsersModule } from './admin-users/admin-users.module.js';
import { AuditModule } from './audit/audit.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { GrantsModule } from './grants/grants.module.js';
import { IdentityConfig } from './identity.config.js';
import { identitySchema } from './identity.schema.js';
import { ImportsModule } from './imports/imports.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { KeysModule } from './keys/keys.module.js';
import { inviteOwner } from './operators/invite-owner.js';
import { MailModule } from './mail/mail.module.js';
import { NoncesModule } from './nonces/nonces.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PersonModule } from './person/person.module.js';
import { ProvidersModule } from './providers/providers.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { RevocationsModule } from './revocations/revocations.module.js';
import { reseal } from './sealing/reseal.js';
import { SealingModule } from './sealing/sealing.module.js';
import { seed } from './seed/seed.js';
import { SeedModule } from './seed/seed.module.js';
import { UserSearchModule } from './user-search/user-search.module.js';
import { UsersModule } from './users/users.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

@Module({
  imports: [
    AdminUsersModule,
    AuditModule,
    ClientsModule,
    ConsoleModule,
    CredentialsModule,
    DeletionModule,
    GrantsModule,
    ImportsModule,
    JobsModule,
    KeysModule,
    MailModule,
    NoncesModule,
    OAuthModule,
    OperatorsModule,
    PasswordsModule,
    PersonModule,
    ProvidersModule,
    RegistrationModule,
    RevocationsModule,
    SealingModule,
    SeedModule,
    UserSearchModule,
    UsersModule,
    TimelineModule,
  ],
})
class IdentityModule {}

export const identity: Service<IdentityConfig> = {
  name: 'identity',
  config: IdentityConfig,
  schema: identitySchema,
  modules: [IdentityModule],
  commands: { seed, reseal, 'invite-owner': inviteOwner },
};
