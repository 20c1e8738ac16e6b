import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { LogModule } from '../log/log.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { WakesModule } from '../wakes/wakes.module.js';
import { DisablingService } from './disabling.service.js';
import { OperationService } from './operation.service.js';
import { OwnSecretsService } from './own-secrets.service.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { Targets } from './targets.service.js';
import { WebhookStore } from './webhook.store.js';
import { NamedWebhooks } from './named-webhooks.js';

@Module({
  imports: [ByNameModule, ClockModule, LogModule, QueuesModule, WakesModule],
  controllers: [SubscriptionsController],
  providers: [
    NamedWebhooks,
    DisablingService,
    OperationService,
    OwnSecretsService,
    ReceiverCheck,
    SubscriptionsService,
    Targets,
    WebhookStore,
  ],
  exports: [DisablingService, SubscriptionsService, Targets],
})
export class SubscriptionsModule {}
