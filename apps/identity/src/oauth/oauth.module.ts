import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ClientTokens } from './client-tokens.js';
import { ClientTokensController } from './client-tokens.controller.js';
import { OAuthHttp } from './oauth-http.js';
import { TokenStateService } from './token-state.service.js';
import { UserInfoService } from './user-info.service.js';

@Module({
  imports: [
    ClientsModule,
    CredentialsModule,
    GrantsModule,
    KeysModule,
    OperatorsModule,
    PagesModule,
    RevocationsModule,
    SignInModule,
    TokensModule,
  ],
  controllers: [ClientTokensController],
  providers: [ClientTokens, OAuthHttp, TokenStateService, UserInfoService],
})
export class OAuthModule {}
