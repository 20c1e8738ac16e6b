import type { AttemptOutcome } from '@ces/contracts/webhooks/webhooks';
import type { Batch } from '../send/compose-batch.js';
import { judge, type Verdict } from './classify-result.js';
import type { Lease } from '../send/lease.js';
import type { Shipped } from '../../requests/outbound.service.js';
import { after, type QueueState } from './queue-state.js';
import type { AttemptRow, Settlement } from './record.store.js';
import type { Target } from '../../subscriptions/targets.service.js';

/** How much of an answer is kept, in bytes of UTF-8. */
const answerKept = 1_024;

interface Delivered {
  lease: Lease['id'];
  target: Target;
  state: QueueState;
  batch: Batch;
  shipped: Shipped;
  now: number;
}

/** What is written down after an attempt. */
export function settlementOf(given: Delivered): { verdict: Verdict; settlement: Settlement } {
  const { lease, batch, shipped, now } = given;
  const verdict = judge(shipped.outcome, { ...given.state, count: batch.count }, Math.random());
  const state = { ...after(verdict, given.state), lastMs: shipped.durationMs };
  const pauseMs = 'pauseMs' in verdict ? verdict.pauseMs : 0;
  const settlement: Settlement = {
    ...lease,
    state,
    lease: verdict.kind === 'disable' || pauseMs > 0 ? 'release' : 'keep',
    attempt: attemptOf(given, verdict),
    ...(verdict.kind === 'delivered' ? { accepted: { batchId: batch.id, state } } : {}),
    ...(verdict.kind === 'retry' || verdict.kind === 'disable' ? { failures: state.attempt } : {}),
    ...(pauseMs === 0 ? {} : { dueAt: new Date(now + pauseMs) }),
    ...(verdict.kind === 'set-aside'
      ? { aside: { position: batch.to, event_id: batch.eventIds[0] ?? '', status: verdict.status } }
      : {}),
  };
  return { verdict, settlement };
}

function attemptOf({ target, state, batch, shipped }: Delivered, verdict: Verdict): AttemptRow {
  return {
    ...answerOf(shipped),
    webhook_id: target.webhook_id,
    batch_id: batch.id,
    attempt: state.attempt + 1,
    outcome: outcomeOf(verdict),
    url: target.url.href,
    events: batch.count,
    bytes: batch.body.length,
    after: batch.from - 1,
    upto: batch.to,
  };
}

export function answerOf({ id, startedAt, durationMs, headers, links, posted }: Shipped) {
  const answered = 'status' in posted;
  return {
    id,
    headers,
    links: [...links],
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(durationMs * 100) / 100,
    status: answered ? posted.status : null,
    answer: answered ? firstBytes(posted.body) || null : null,
    error: answered ? null : posted.error,
  };
}

/** Never half a character. */
function firstBytes(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(answerKept));
  return text.slice(0, read);
}

function outcomeOf(verdict: Verdict): AttemptOutcome {
  if (verdict.kind === 'retry') return verdict.refused ? 'refused' : 'failed';
  if (verdict.kind === 'halve') return 'refused';
  if (verdict.kind === 'disable') return verdict.reason === 'gone' ? 'gone' : 'failed';
  return verdict.kind;
}
