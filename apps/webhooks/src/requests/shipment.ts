import type { Target } from '../subscriptions/targets.service.js';
import type { Posted } from './post.js';
import type { Trace } from './trace.js';

export interface Shipment {
  target: Target;
  batchId: string;
  eventIds: string[];
  trace: Trace;
  body: Buffer;
}

export type RequestOutcome =
  { kind: 'answered'; status: number; retryAfterMs?: number } | { kind: 'unanswered'; error: string };

export interface Shipped {
  attemptId: string;
  startedAt: Date;
  durationMs: number;
  /** The headers that the log of attempts keeps; none if no request was sent. */
  headers: Record<string, string>;
  links: readonly string[];
  posted: Posted;
  outcome: RequestOutcome;
}
