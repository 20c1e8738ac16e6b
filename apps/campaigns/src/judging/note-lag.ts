import { factRetentionMs } from '@ces/messaging/facts/streams';
import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Occurrence } from '../runs/occurrence.js';

const lag = new Gauge({
  name: 'campaigns_judging_lag_seconds',
  help: 'Age of the oldest of the events that campaigns took up last; when it reaches a day, events are lost',
});
const logger = new Logger('Campaigns');
const warnEveryMs = 60_000;
let warnedAt = Number.NEGATIVE_INFINITY;

/** Reports how far behind judging is, also when the events cannot be judged yet because a service is away. */
export function noteLag(occurrences: Occurrence[], now = Date.now()): void {
  const oldest = Math.min(...occurrences.map(({ at }) => at));
  const lagMs = now - oldest;
  if (!Number.isFinite(lagMs)) return;
  lag.set(Math.max(0, lagMs / 1_000));
  if (lagMs > factRetentionMs / 2 && now - warnedAt > warnEveryMs) {
    warnedAt = now;
    logger.warn({ accepted: new Date(oldest) }, 'campaigns are far behind: events that wait for a day are lost');
  }
}
