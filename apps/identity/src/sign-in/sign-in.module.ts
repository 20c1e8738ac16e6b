import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PersonModule } from '../person/person.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { KnownBrowsers } from './known-browsers.js';
import { OperatorSignIn } from './operator-sign-in.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { SignInHttp } from './sign-in-http.js';
import { SignUpForms } from './sign-up-forms.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [
    ClientsModule,
    CredentialsModule,
    GrantsModule,
    OperatorsModule,
    PagesModule,
    PasswordsModule,
    PersonModule,
    ProvidersModule,
    RegistrationModule,
    TokensModule,
  ],
  providers: [KnownBrowsers, OperatorSignIn, ProviderSignIn, SignInHttp, SignUpForms, SignUpService],
  exports: [SignInHttp],
})
export class SignInModule {}
