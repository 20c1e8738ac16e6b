import { READINESS, type ReadinessCheck } from '@ces/service/health';
import { ServiceModule } from '@ces/service/service.module';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { KeyWatch } from './access/key-watch.js';
import { RevocationWatch } from './access/revocation-watch.js';
import { AuditModule } from './audit/audit.module.js';
import { ByNameModule } from './by-name/by-name.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CardsModule } from './cards/cards.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { EventsModule } from './events/events.module.js';
import { GatewayConfig } from './gateway.config.js';
import { ProblemFilter } from './http/problems/problem.filter.js';
import { RoutingModule } from './http/routing/routing.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { ListenersModule } from './listeners/listeners.module.js';
import { MailTextsModule } from './mail-texts/mail-texts.module.js';
import { OperationModule } from './operation/operation.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { OptinsModule } from './optins/optins.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PersonModule } from './person/person.module.js';
import { PortalSessionsModule } from './portal-sessions/portal-sessions.module.js';
import { ProbeModule } from './probe/probe.module.js';
import { ProvidersModule } from './providers/providers.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SegmentsModule } from './segments/segments.module.js';
import { StacksModule } from './stacks/stacks.module.js';
import { SurveysModule } from './surveys/surveys.module.js';
import { UsersModule } from './users/users.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The documents list routes in this order. */
const nouns = [
  EventsModule,
  UsersModule,
  CredentialsModule,
  RegistrationModule,
  PasswordsModule,
  PersonModule,
  DeletionModule,
  ClientsModule,
  OperatorsModule,
  ProvidersModule,
  MailTextsModule,
  ImportsModule,
  AuditModule,
  CardsModule,
  OptinsModule,
  SegmentsModule,
  DeadLettersModule,
  OperationModule,
  ProbeModule,
  WebhooksModule,
  ListenersModule,
  PortalSessionsModule,
  CampaignsModule,
  CouponsModule,
  StacksModule,
  SurveysModule,
  ByNameModule,
];

@Module({
  imports: [LimitsModule, RoutingModule, ConsoleModule, ...nouns],
  providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
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
    imports: [ServiceModule.forEdge('gateway', GatewayConfig, config, AccessModule, readiness), GatewayModule],
  };
}
