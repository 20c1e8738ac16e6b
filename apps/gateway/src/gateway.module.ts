import { AccessTokenStrategy, TokenRules } from '@ces/auth/access-token.strategy';
import { BadTokens } from '@ces/auth/bad-tokens';
import { KeyStore } from '@ces/auth/key-store';
import { Revoked } from '@ces/auth/revoked';
import { TokenGuard } from '@ces/auth/token.guard';
import { READINESS, type ReadinessCheck } from '@ces/service/health';
import { ServiceModule } from '@ces/service/service.module';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ActivationController } from './activation.controller.js';
import { AuditController } from './admin/audit.controller.js';
import { CampaignsController } from './admin/campaigns.controller.js';
import { CardDefinitionsController } from './admin/card-definitions.controller.js';
import { CardsAdminController } from './admin/cards.controller.js';
import { ClientsController } from './admin/clients.controller.js';
import { CouponsAdminController } from './admin/coupons.controller.js';
import { DeadLettersController } from './admin/dead-letters.controller.js';
import { OptinsAdminController } from './admin/optins.controller.js';
import { Refusals } from './admin/refusals.js';
import { ProvidersController } from './admin/providers.controller.js';
import { StacksAdminController } from './admin/stacks.controller.js';
import { SurveysAdminController } from './admin/surveys.controller.js';
import { AdminUsersController } from './admin/users.controller.js';
import { CredentialsController } from './credentials.controller.js';
import { DeletionController } from './deletion.controller.js';
import { CardsController } from './cards.controller.js';
import { CardNumbersUpload } from './cards/card-numbers-upload.js';
import { CouponsController } from './coupons.controller.js';
import { EventsController } from './events.controller.js';
import { GatewayConfig } from './gateway.config.js';
import { EdgeGuard } from './http/edge.guard.js';
import { NoKeyGuard, NonceKeyGuard } from './http/nonce-key.guard.js';
import { RouteTable } from './http/route-table.js';
import { ProblemFilter } from './http/problem.filter.js';
import { BatchIntake } from './intake/batch-intake.js';
import { EventIntake } from './intake/event-intake.js';
import { KnownUsers } from './intake/known-users.js';
import { KeyWatch } from './oauth/key-watch.js';
import { RevocationWatch } from './oauth/revocation-watch.js';
import { PersonController } from './person.controller.js';
import { OptinsController } from './optins.controller.js';
import { CountBadTokens } from './rate-limit/count-bad-tokens.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { RegistrationController } from './registration.controller.js';
import { StacksController } from './stacks.controller.js';
import { SurveysController } from './surveys.controller.js';
import { SegmentUpload } from './segments/segment-upload.js';
import { SegmentsController } from './segments.controller.js';
import { UsersController } from './users.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [
    EventsController,
    UsersController,
    CredentialsController,
    RegistrationController,
    ActivationController,
    PersonController,
    DeletionController,
    ClientsController,
    ProvidersController,
    AdminUsersController,
    AuditController,
    CardsController,
    OptinsController,
    SegmentsController,
    CardDefinitionsController,
    CardsAdminController,
    OptinsAdminController,
    DeadLettersController,
    WebhooksController,
    CampaignsController,
    CouponsAdminController,
    StacksAdminController,
    SurveysAdminController,
    CouponsController,
    StacksController,
    SurveysController,
  ],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    {
      provide: TokenRules,
      useFactory: (config: GatewayConfig) => ({
        issuer: config.PUBLIC_URL,
        keys: new KeyStore(`${config.IDENTITY_URL}/.well-known/jwks.json`),
      }),
      inject: [GatewayConfig],
    },
    AccessTokenStrategy,
    TokenGuard,
    { provide: BadTokens, useClass: CountBadTokens },
    EdgeGuard,
    NonceKeyGuard,
    NoKeyGuard,
    Revoked,
    RevocationWatch,
    KeyWatch,
    Refusals,
    RateLimiter,
    RouteTable,
    KnownUsers,
    EventIntake,
    BatchIntake,
    CardNumbersUpload,
    SegmentUpload,
  ],
  exports: [KeyWatch, RevocationWatch],
})
class GatewayModule {}

export function gatewayModule(config: GatewayConfig): DynamicModule {
  const readiness = {
    provide: READINESS,
    useFactory: (keys: KeyWatch, revocations: RevocationWatch): ReadinessCheck[] => [
      { name: 'keys', check: () => keys.ready },
      { name: 'revocations', check: () => revocations.ready },
    ],
    inject: [KeyWatch, RevocationWatch],
  };
  return {
    module: class GatewayRoot {},
    imports: [ServiceModule.forEdge('gateway', GatewayConfig, config, GatewayModule, readiness), GatewayModule],
  };
}
