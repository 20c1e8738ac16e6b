import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { KnownBrowsers } from './known-browsers.js';
import { SignInHttp } from './sign-in-http.js';

@Module({
  imports: [ClientsModule, CredentialsModule, GrantsModule, PagesModule, PasswordsModule, TokensModule],
  providers: [KnownBrowsers, SignInHttp],
  exports: [SignInHttp],
})
export class SignInModule {}
