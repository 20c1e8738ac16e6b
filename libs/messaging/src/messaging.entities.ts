import { IdempotencyKeyEntity } from './calls/idempotency/idempotency-key.entity.js';
import { DeadLetterEntity } from './facts/dead-letter.entity.js';
import { OutboxEntity } from './facts/publish/outbox.entity.js';
import { RelayStateEntity } from './facts/publish/relay-state.entity.js';
import { ErasedFactEntity } from './facts/reconcile/erased-fact.entity.js';
import { InboxEntity } from './storage/inbox.entity.js';
import { LeaseEntity } from './storage/lease.entity.js';

/** Each service with a database has these tables. */
export const messagingEntities = [
  DeadLetterEntity,
  ErasedFactEntity,
  IdempotencyKeyEntity,
  InboxEntity,
  LeaseEntity,
  OutboxEntity,
  RelayStateEntity,
];
