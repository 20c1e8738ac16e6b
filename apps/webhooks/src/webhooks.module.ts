import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { AttemptsModule } from './attempts/attempts.module.js';
import { ClientDeletionModule } from './client-deletion/client-deletion.module.js';
import { ClientSecretsModule } from './client-secrets/client-secrets.module.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { FanOutModule } from './fan-out/fan-out.module.js';
import { ListenersModule } from './listeners/listeners.module.js';
import { PortalSessionsModule } from './portal-sessions/portal-sessions.module.js';
import { reseal } from './sealing/reseal.js';
import { SealingModule } from './sealing/sealing.module.js';
import { StatsModule } from './stats/stats.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WebhooksConfig } from './webhooks.config.js';
import { webhooksSchema } from './webhooks.schema.js';

@Module({
  imports: [
    AttemptsModule,
    ClientDeletionModule,
    ClientSecretsModule,
    DeliveryModule,
    ErasureModule,
    FanOutModule,
    ListenersModule,
    PortalSessionsModule,
    SealingModule,
    StatsModule,
    SubscriptionsModule,
  ],
})
class WebhooksModule {}

export const webhooks: Service<WebhooksConfig> = {
  name: 'webhooks',
  config: WebhooksConfig,
  schema: webhooksSchema,
  modules: [WebhooksModule],
  commands: { reseal },
};
