import { AccessTokenStrategy, TokenRules } from '@ces/auth/access-token.strategy';
import { BadTokens } from '@ces/auth/bad-tokens';
import { ClientsActedFor } from '@ces/auth/clients-acted-for';
import { PortalSessions } from '@ces/auth/portal-caller';
import { KeyStore } from '@ces/auth/key-store';
import { Revoked } from '@ces/auth/revoked';
import { TokenGuard } from '@ces/auth/token.guard';
import { VerifiedTokens } from '@ces/auth/verified-tokens';
import { showLookups } from '@ces/messaging/metrics/cache-lookups';
import { Module } from '@nestjs/common';
import { GatewayConfig } from '../gateway.config.js';
import { CountBadTokens } from '../limits/count-bad-tokens.js';
import { LimitsModule } from '../limits/limits.module.js';
import { KeyWatch } from './key-watch.js';
import { KnownClients } from './known-clients.js';
import { KnownPortalSessions } from './known-portal-sessions.js';
import { Refusals } from './refusals.js';
import { RevocationWatch } from './revocation-watch.js';

/** Every module with routes imports this one, because Nest makes the guards of `tokens.ts` anew in each of them. */
@Module({
  imports: [LimitsModule],
  providers: [
    {
      provide: TokenRules,
      useFactory: (config: GatewayConfig) => ({
        issuer: config.PUBLIC_URL,
        keys: new KeyStore(config.IDENTITY_URL.map((url) => `${url}/.well-known/jwks.json`)),
      }),
      inject: [GatewayConfig],
    },
    AccessTokenStrategy,
    TokenGuard,
    VerifiedTokens,
    { provide: BadTokens, useClass: CountBadTokens },
    { provide: ClientsActedFor, useClass: KnownClients },
    { provide: PortalSessions, useClass: KnownPortalSessions },
    Revoked,
    RevocationWatch,
    KeyWatch,
    Refusals,
  ],
  exports: [
    ...[LimitsModule, VerifiedTokens, BadTokens, ClientsActedFor, PortalSessions],
    ...[Revoked, RevocationWatch, KeyWatch, Refusals],
  ],
})
export class AccessModule {
  constructor(verified: VerifiedTokens) {
    showLookups('tokens', verified.lookups);
  }
}
