import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { AdminUsersController } from './admin-users/admin-users.controller.js';
import { AdminUsersService } from './admin-users/admin-users.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditPartitions } from './audit/audit-partitions.js';
import { AuditByMonth1764000030000, AuditKey1764000029000, AuditTables1764000012000 } from './audit/audit-tables.js';
import { AuditingModule } from './audit/auditing.module.js';
import { ClientSecretsService } from './clients/client-secrets.service.js';
import { ClientTables1764000001000 } from './clients/client-tables.js';
import { StoredClient } from './clients/client.entity.js';
import { ClientsController } from './clients/clients.controller.js';
import { ClientsService } from './clients/clients.service.js';
import { KnownClients } from './clients/known-clients.js';
import { CredentialEntity } from './credentials/credential.entity.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { WrongPasswordEntity } from './credentials/wrong-password.entity.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { ErasureReceiptEntity } from './deletion/erasure-receipt.entity.js';
import { ErasureEntity } from './deletion/erasure.entity.js';
import {
  AnonymousPayloads1764000035000,
  GrantClients1764000015000,
  GrantTables1764000013000,
} from './grants/grant-tables.js';
import { GrantsModule } from './grants/grants.module.js';
import { IdentityConfig } from './identity.config.js';
import { KeyTables1764000005000 } from './keys/key-tables.js';
import { KeysController } from './keys/keys.controller.js';
import { StoredSigningKey } from './keys/signing-key.entity.js';
import { SigningKeysService } from './keys/signing-keys.service.js';
import { MailPlaceEntity } from './mail/mail-place.entity.js';
import { MailEntity } from './mail/mail.entity.js';
import { MailModule } from './mail/mail.module.js';
import { WebhookWarningEntity } from './mail/webhook-warning.entity.js';
import { UserTables1764000004000 } from './migrations/1764000004000-create-users.js';
import { CredentialTables1764000006000 } from './migrations/1764000006000-create-credentials.js';
import { NonceTables1764000007000 } from './migrations/1764000007000-create-nonces.js';
import { PersonTables1764000008000 } from './migrations/1764000008000-create-persons.js';
import { MailTables1764000009000 } from './migrations/1764000009000-create-mails.js';
import { DeletionTables1764000011000 } from './migrations/1764000011000-create-erasures.js';
import { WebhookMails1764000014000 } from './migrations/1764000014000-add-webhook-mails.js';
import { ProvidersByCodePoint1764000020000 } from './migrations/1764000020000-compare-provider-names-by-code-point.js';
import { MakersOfUsers1764000031000 } from './migrations/1764000031000-add-makers-of-users.js';
import { CredentialClients1764000032000 } from './migrations/1764000032000-add-clients-of-credentials.js';
import { HoursOfWrongPasswords1764000033000 } from './migrations/1764000033000-count-wrong-passwords-by-hour.js';
import { MailLimits1764000034000 } from './migrations/1764000034000-limit-mails.js';
import { BoundedResends1764900001000 } from './migrations/1764900001000-bound-resends.js';
import { NonceEntity } from './nonces/nonce.entity.js';
import { NoncesModule } from './nonces/nonces.module.js';
import { PersonEntity } from './person/person.entity.js';
import { PersonModule } from './person/person.module.js';
import { ProviderTables1764000003000, ProviderTimes1764810000000 } from './providers/provider-tables.js';
import { StoredProvider } from './providers/provider.entity.js';
import { ProvidersController } from './providers/providers.controller.js';
import { ProvidersService } from './providers/providers.service.js';
import { RegistrationModule } from './registration/registration.module.js';
import { ResendRequestEntity } from './registration/resend-request.entity.js';
import { RevocationTables1764000002000, UserRevocations1764000010000 } from './revocations/revocation-tables.js';
import { RevocationsModule } from './revocations/revocations.module.js';
import { reseal } from './sealing/reseal.js';
import { SealingModule } from './sealing/sealing.module.js';
import { seed } from './seed/seed.js';
import { SeedModule } from './seed/seed.module.js';
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
import { ConnectionEntity } from './users/connection.entity.js';
import { UserEntity } from './users/user.entity.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    AuditingModule,
    CredentialsModule,
    DeletionModule,
    GrantsModule,
    MailModule,
    NoncesModule,
    PersonModule,
    RegistrationModule,
    RevocationsModule,
    SealingModule,
    SeedModule,
    UsersModule,
  ],
  controllers: [AdminUsersController, AuditController, ClientsController, KeysController, ProvidersController],
  providers: [
    AccountsService,
    AdminUsersService,
    AuditPartitions,
    AuthorizationServer,
    ClientsService,
    ClientSecretsService,
    KnownBrowsers,
    KnownClients,
    OAuthHttp,
    PasswordGrant,
    ProvidersService,
    ProviderTokens,
    SignInHttp,
    SignInPages,
    SigningKeysService,
    TokenExchange,
    TokenStateService,
    UserGrants,
    UserInfo,
  ],
})
class IdentityModule {}

const entities = [
  ConnectionEntity,
  CredentialEntity,
  ErasureEntity,
  ErasureReceiptEntity,
  MailEntity,
  MailPlaceEntity,
  NonceEntity,
  PersonEntity,
  ResendRequestEntity,
  StoredClient,
  StoredProvider,
  StoredSigningKey,
  UserEntity,
  WebhookWarningEntity,
  WrongPasswordEntity,
];

/** New migrations are appended; TypeORM runs them by their timestamps. */
const migrations = [
  ClientTables1764000001000,
  RevocationTables1764000002000,
  ProviderTables1764000003000,
  UserTables1764000004000,
  KeyTables1764000005000,
  CredentialTables1764000006000,
  NonceTables1764000007000,
  PersonTables1764000008000,
  MailTables1764000009000,
  UserRevocations1764000010000,
  DeletionTables1764000011000,
  AuditTables1764000012000,
  GrantTables1764000013000,
  WebhookMails1764000014000,
  GrantClients1764000015000,
  ProvidersByCodePoint1764000020000,
  MakersOfUsers1764000031000,
  CredentialClients1764000032000,
  HoursOfWrongPasswords1764000033000,
  MailLimits1764000034000,
  ProviderTimes1764810000000,
  AuditKey1764000029000,
  AuditByMonth1764000030000,
  AnonymousPayloads1764000035000,
  BoundedResends1764900001000,
];

/** The identity service, which main.ts and specs start. */
export const identity: Service<IdentityConfig> = {
  name: 'identity',
  config: IdentityConfig,
  schema: { entities, migrations },
  modules: [IdentityModule],
  commands: { seed, reseal },
};
