import { Every } from '@ces/service/chores/every';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { arrangeWeeks, weekLock, type WeeklyTable } from '../partitions/arrange-weeks.js';
import { WebhooksConfig } from '../webhooks.config.js';

@Injectable()
export class AttemptPartitions implements OnApplicationBootstrap {
  private readonly logger = new Logger('AttemptPartitions');
  private readonly table: WeeklyTable;

  constructor(
    private readonly database: DataSource,
    config: WebhooksConfig,
  ) {
    this.table = {
      name: 'attempt',
      column: 'started_at',
      lock: weekLock,
      bound: (moment) => `'${new Date(moment).toISOString()}'`,
      keptDays: config.WEBHOOK_ATTEMPT_DAYS,
    };
  }

  /** The service takes facts only when their partitions exist. Rows of the default partition would be moved under a lock. */
  async onApplicationBootstrap(): Promise<void> {
    await this.arrangeNow().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'partitions could not be arranged; the chore tries again');
    });
  }

  @Every({
    name: 'arrange-attempt-partitions',
    does: 'Makes partitions of the attempts two weeks ahead, and drops weeks that are older than WEBHOOK_ATTEMPT_DAYS.',
    seconds: 3_600,
  })
  arrangeNow(): Promise<void> {
    return this.arrange(Date.now());
  }

  arrange(now: number): Promise<void> {
    return arrangeWeeks(this.database, this.table, now);
  }
}
