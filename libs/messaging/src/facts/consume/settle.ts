import { isOutage } from '../../storage/outage.js';

export type Settlement = { kind: 'retry'; delayMs: number } | { kind: 'dead-letter' };

const pausesMs = [100, 500, 2_000, 5_000, 10_000];

/** A fact that fails this often, for another reason than an outage, becomes a dead letter. */
export const mostAttempts = pausesMs.length + 1;

export function settle(error: unknown, attempt: number): Settlement {
  const last = pausesMs.at(-1) ?? 0;
  // While a database is away, a message waits for it without a limit.
  if (isOutage(error)) return { kind: 'retry', delayMs: pausesMs[Math.min(attempt, pausesMs.length) - 1] ?? last };
  const delayMs = pausesMs[attempt - 1];
  return delayMs === undefined ? { kind: 'dead-letter' } : { kind: 'retry', delayMs };
}

/** Adds jitter, so that colliding retries do not collide again. */
export function spread(delayMs: number): number {
  return Math.ceil(delayMs * (0.5 + Math.random() / 2));
}
