import type { AttemptOutcome } from '@ces/contracts/webhooks/webhook-attempts';
import type { Shipped } from '../../requests/shipment.js';
import { summarizeAnswer } from '../../requests/summarize-answer.js';
import type { Target } from '../../subscriptions/targets.service.js';
import { classifyResult, type DeliveryResult } from './classify-result.js';
import type { ClaimedVersion, DeliveryRecord, NewAttempt } from './delivery-record.js';
import { advance, type FrozenBatch, type QueueState } from './queue-state.js';

interface SentBatch extends FrozenBatch {
  from: number;
  eventIds: string[];
  body: Buffer;
}

interface Delivery {
  claimed: ClaimedVersion;
  target: Target;
  state: QueueState;
  batch: SentBatch;
  shipped: Shipped;
  now: number;
}

export function composeRecord(delivery: Delivery): { result: DeliveryResult; record: DeliveryRecord } {
  const { claimed, batch, shipped, now } = delivery;
  const result = classifyResult(shipped.outcome, { ...delivery.state, count: batch.count }, Math.random());
  const state = { ...advance(delivery.state, result), lastMs: shipped.durationMs };
  const pauseMs = 'pauseMs' in result ? result.pauseMs : 0;
  const record: DeliveryRecord = {
    ...claimed,
    state,
    lease: result.kind === 'disable' || pauseMs > 0 ? 'release' : 'keep',
    attempt: attemptOf(delivery, result),
    ...(result.kind === 'delivered' ? { accepted: { batchId: batch.id, state } } : {}),
    ...(result.kind === 'retry' || result.kind === 'disable' ? { failures: state.attempt } : {}),
    ...(pauseMs === 0 ? {} : { dueAt: new Date(now + pauseMs) }),
    ...(result.kind === 'set-aside'
      ? { aside: { position: batch.to, event_id: batch.eventIds[0] ?? '', status: result.status, batch_id: batch.id } }
      : {}),
  };
  return { result, record };
}

function attemptOf({ target, state, batch, shipped }: Delivery, result: DeliveryResult): NewAttempt {
  return {
    ...summarizeAnswer(shipped),
    webhook_id: target.webhook_id,
    batch_id: batch.id,
    attempt: state.attempt + 1,
    outcome: outcomeOf(result),
    url: target.url.href,
    events: batch.count,
    bytes: batch.body.length,
    after: batch.from - 1,
    upto: batch.to,
    names: batch.names,
  };
}

function outcomeOf(result: DeliveryResult): AttemptOutcome {
  if (result.kind === 'retry') return result.refused ? 'refused' : 'failed';
  if (result.kind === 'halve') return 'refused';
  if (result.kind === 'disable') return result.reason === 'gone' ? 'gone' : 'failed';
  return result.kind;
}
