import { Module } from '@nestjs/common';
import { AdminUsersController } from './admin-users/admin-users.controller.js';
import { AdminUsersService } from './admin-users/admin-users.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditPartitions } from './audit/audit-partitions.js';
import { AuditingModule } from './audit/auditing.module.js';
import { ClientSecretsService } from './clients/client-secrets.service.js';
import { ClientsController } from './clients/clients.controller.js';
import { ClientsService } from './clients/clients.service.js';
import { KnownClients } from './clients/known-clients.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { PasswordHasher } from './credentials/password-hasher.js';
import { RegisterService } from './credentials/register.service.js';
import { Throttle } from './credentials/throttle.js';
import { DeletionController } from './deletion/deletion.controller.js';
import { DeletionService } from './deletion/deletion.service.js';
import { ErasureService } from './deletion/erasure.service.js';
import { AnonymousRows } from './grants/anonymous-rows.js';
import { GrantsService } from './grants/grants.service.js';
import { JobsService } from './jobs/jobs.service.js';
import { KeysController } from './keys/keys.controller.js';
import { SigningKeysService } from './keys/signing-keys.service.js';
import { MailLimits } from './mail/mail-limits.js';
import { MailSender } from './mail/mail-sender.js';
import { MailService } from './mail/mail.service.js';
import { MailTexts } from './mail/mail-texts.js';
import { NoncesService } from './nonces/nonces.service.js';
import { PersonController } from './person/person.controller.js';
import { PersonService } from './person/person.service.js';
import { ProvidersController } from './providers/providers.controller.js';
import { ProvidersService } from './providers/providers.service.js';
import { ActivationService } from './registration/activation.service.js';
import { MailboxOwnerService } from './registration/mailbox-owner.service.js';
import { RegistrationController } from './registration/registration.controller.js';
import { ResendService } from './registration/resend.service.js';
import { StepsService } from './registration/steps.service.js';
import { UnfinishedService } from './registration/unfinished.service.js';
import { RevocationsController } from './revocations/revocations.controller.js';
import { RevocationsService } from './revocations/revocations.service.js';
import { SealingModule } from './sealing/sealing.module.js';
import { KnownBrowsers } from './sign-in/known-browsers.js';
import { SignInHttp } from './sign-in/sign-in-http.js';
import { SignInPages } from './sign-in/sign-in-pages.js';
import { AccountsService } from './tokens/accounts.service.js';
import { AuthorizationServer } from './tokens/authorization-server.js';
import { OAuthHttp } from './tokens/oauth-http.js';
import { PasswordGrant } from './tokens/password-grant.js';
import { ProviderTokens } from './tokens/provider-tokens.js';
import { TokenExchange } from './tokens/token-exchange.js';
import { TokenStateService } from './tokens/token-state.service.js';
import { UserGrants } from './tokens/user-grants.js';
import { UserInfo } from './tokens/user-info.js';
import { ConnectionCopies } from './users/connection-copies.js';
import { ConnectionsService } from './users/connections.service.js';
import { ReadyUsers } from './users/ready-users.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

@Module({
  imports: [AuditingModule, SealingModule],
  controllers: [
    AdminUsersController,
    AuditController,
    ClientsController,
    CredentialsController,
    DeletionController,
    KeysController,
    PersonController,
    ProvidersController,
    RegistrationController,
    RevocationsController,
    UsersController,
  ],
  providers: [
    AccountsService,
    ActivationService,
    AdminUsersService,
    AnonymousRows,
    AuditPartitions,
    AuthorizationServer,
    ClientsService,
    ClientSecretsService,
    ConnectionCopies,
    ConnectionsService,
    CredentialsService,
    DeletionService,
    ErasureService,
    GrantsService,
    JobsService,
    KnownBrowsers,
    KnownClients,
    MailboxOwnerService,
    MailLimits,
    MailSender,
    MailService,
    MailTexts,
    NoncesService,
    OAuthHttp,
    PasswordGrant,
    PasswordHasher,
    PersonService,
    ProvidersService,
    ProviderTokens,
    ReadyUsers,
    RegisterService,
    ResendService,
    RevocationsService,
    SignInHttp,
    SignInPages,
    SigningKeysService,
    StepsService,
    Throttle,
    TokenExchange,
    TokenStateService,
    UnfinishedService,
    UserGrants,
    UserInfo,
    UsersService,
  ],
})
export class IdentityModule {}
