import type { Schema } from '@ces/service/database/database';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { ListenerEntity } from './listeners/listener.entity.js';
import { LogHeadEntity } from './log/log-head.entity.js';
import { PortalSessionEntity } from './portal-sessions/portal-session.entity.js';
import { DeliveryEntity } from './queues/delivery.entity.js';
import { LaneEntity } from './queues/lane.entity.js';
import { SetAsideEntity } from './queues/set-aside.entity.js';
import { WebhookStatEntity } from './stats/webhook-stat.entity.js';
import { WebhookEntity } from './subscriptions/webhook.entity.js';
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
import { Listeners1766400000000 } from './migrations/1766400000000-create-listeners.js';
import { Lanes1766400001000 } from './migrations/1766400001000-add-lanes.js';
import { WebhookStats1766400002000 } from './migrations/1766400002000-count-attempts.js';
import { Keys1766500000000 } from './migrations/1766500000000-add-keys.js';
import { PreviousPosition1766500001000 } from './migrations/1766500001000-remember-previous-position.js';
import { PortalSessions1766600000000 } from './migrations/1766600000000-create-portal-sessions.js';

/** New migrations are appended; TypeORM runs them by their timestamps. */
export const webhooksSchema: Schema = {
  entities: [
    DeliveryEntity,
    ErasedUserEntity,
    LaneEntity,
    ListenerEntity,
    LogHeadEntity,
    PortalSessionEntity,
    SetAsideEntity,
    WebhookEntity,
    WebhookStatEntity,
  ],
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
    Listeners1766400000000,
    Lanes1766400001000,
    WebhookStats1766400002000,
    Keys1766500000000,
    PreviousPosition1766500001000,
    PortalSessions1766600000000,
  ],
};
