import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PersonModule } from '../person/person.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountsService } from './accounts.service.js';
import { PasswordGrant } from './grant-types/password-grant.js';
import { ProviderKeys } from './grant-types/provider-keys.js';
import { ProviderTokens } from './grant-types/provider-tokens.js';
import { TokenExchange } from './grant-types/token-exchange.js';
import { AuthorizationServer } from './server/authorization-server.js';
import { UserGrantsService } from './server/user-grants.service.js';

@Module({
  imports: [
    ClientsModule,
    CredentialsModule,
    GrantsModule,
    KeysModule,
    PagesModule,
    PersonModule,
    ProvidersModule,
    UsersModule,
  ],
  providers: [
    AccountsService,
    AuthorizationServer,
    PasswordGrant,
    ProviderKeys,
    ProviderTokens,
    TokenExchange,
    UserGrantsService,
  ],
  exports: [AccountsService, AuthorizationServer, UserGrantsService],
})
export class TokensModule {}
