import { ScrapedGauge } from '@ces/messaging/metrics/scraped-gauge';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../clock/clock.service.js';
import { ClaimStore } from './claim.store.js';

const age = new ScrapedGauge(
  'ces_webhook_backlog_seconds',
  'Age of the oldest event that waits for its first delivery; 0 when none waits. Webhooks that fail do not count',
);

/** Shows how far delivery is behind. A position of the log is the microsecond of its event. */
@Injectable()
export class BacklogAge implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly claims: ClaimStore,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.unwatch = age.watch(async () => {
      const oldest = await this.claims.oldestWaiting();
      return [[{}, oldest === undefined ? 0 : Math.max(0, (this.clock.now() - oldest / 1_000) / 1_000)]];
    });
  }

  onApplicationShutdown(): void {
    this.unwatch?.();
  }
}
