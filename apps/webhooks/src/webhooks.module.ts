import type { Service } from '@ces/service/start';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { Module } from '@nestjs/common';
import { AttemptsModule } from './attempts/attempts.module.js';
import { ClientSecretsModule } from './client-secrets/client-secrets.module.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { FanOutModule } from './fan-out/fan-out.module.js';
import { LogHeadEntity } from './log/log-head.entity.js';
import { LogTables1764200000000 } from './migrations/1764200000000-create-log.js';
import { SubscriptionTables1764200001000 } from './migrations/1764200001000-create-subscriptions.js';
import { AttemptTables1764200002000 } from './migrations/1764200002000-create-attempts.js';
import { ErasureCount1764200003000 } from './migrations/1764200003000-count-erasures.js';
import { WebhookHost1764200004000 } from './migrations/1764200004000-add-webhook-host.js';
import { LogTraceparent1764300000000 } from './migrations/1764300000000-add-event-traceparent.js';
import { AttemptHeaders1764300001000 } from './migrations/1764300001000-add-attempt-headers.js';
import { WebhookSecrets1764400000000 } from './migrations/1764400000000-add-webhook-secrets.js';
import { BatchMembers1764400001000 } from './migrations/1764400001000-keep-members-of-batches.js';
import { UndeliveredAttempts1764400002000 } from './migrations/1764400002000-index-undelivered-attempts.js';
import { DeliveryEntity } from './queues/delivery.entity.js';
import { SetAsideEntity } from './queues/set-aside.entity.js';
import { reseal } from './sealing/reseal.js';
import { SealingModule } from './sealing/sealing.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WebhookEntity } from './subscriptions/webhook.entity.js';
import { WebhooksConfig } from './webhooks.config.js';

@Module({
  imports: [
    AttemptsModule,
    ClientSecretsModule,
    DeliveryModule,
    ErasureModule,
    FanOutModule,
    SealingModule,
    SubscriptionsModule,
  ],
})
class WebhooksModule {}

export const webhooks: Service<WebhooksConfig> = {
  name: 'webhooks',
  config: WebhooksConfig,
  schema: {
    entities: [DeliveryEntity, ErasedUserEntity, LogHeadEntity, SetAsideEntity, WebhookEntity],
    migrations: [
      LogTables1764200000000,
      SubscriptionTables1764200001000,
      AttemptTables1764200002000,
      ErasureCount1764200003000,
      WebhookHost1764200004000,
      LogTraceparent1764300000000,
      AttemptHeaders1764300001000,
      WebhookSecrets1764400000000,
      BatchMembers1764400001000,
      UndeliveredAttempts1764400002000,
    ],
  },
  modules: [WebhooksModule],
  commands: { reseal },
};
