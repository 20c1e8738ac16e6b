import { Module } from '@nestjs/common';
import { GrantsModule } from '../grants/grants.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CodeFlow } from './code-flow.js';
import { ConsoleHttp } from './console-http.js';
import { SignInCookie } from './sign-in-cookie.js';

/** The console's way in, at our own OAuth server. */
@Module({
  imports: [GrantsModule, OperatorsModule, PagesModule, TokensModule],
  providers: [CodeFlow, ConsoleHttp, SignInCookie],
})
export class ConsoleModule {}
