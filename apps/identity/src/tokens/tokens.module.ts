import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PersonModule } from '../person/person.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountsService } from './accounts.service.js';
import { PasswordGrant } from './grant-types/password-grant.js';
import { TokenExchange } from './grant-types/token-exchange.js';
import { ProviderCodes } from './providers/provider-codes.js';
import { ProviderEgress } from './providers/provider-egress.js';
import { ProviderKeys } from './providers/provider-keys.js';
import { ProviderMetadata } from './providers/provider-metadata.js';
import { ProviderTokens } from './providers/provider-tokens.js';
import { AuthorizationServer } from './server/authorization-server.js';
import { UserGrantsService } from './server/user-grants.service.js';

@Module({
  imports: [
    ClientsModule,
    CredentialsModule,
    GrantsModule,
    KeysModule,
    OperatorsModule,
    PagesModule,
    PersonModule,
    ProvidersModule,
    UsersModule,
  ],
  providers: [
    AccountsService,
    AuthorizationServer,
    PasswordGrant,
    ProviderCodes,
    ProviderEgress,
    ProviderKeys,
    ProviderMetadata,
    ProviderTokens,
    TokenExchange,
    UserGrantsService,
  ],
  exports: [AccountsService, AuthorizationServer, ProviderCodes, UserGrantsService],
})
export class TokensModule {}
