import { Every } from '@ces/service/chores/every';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { arrangeWeeks, oldestKept, weekLock, type WeeklyTable } from '../partitions/arrange-weeks.js';
import { WebhooksConfig } from '../webhooks.config.js';

@Injectable()
export class LogPartitions implements OnApplicationBootstrap {
  private readonly logger = new Logger('LogPartitions');
  private readonly table: WeeklyTable;

  constructor(
    private readonly database: DataSource,
    config: WebhooksConfig,
  ) {
    this.table = {
      name: 'event',
      column: 'position',
      lock: weekLock,
      bound: (moment) => String(positionAt(moment)),
      keptDays: config.WEBHOOK_RETENTION_DAYS,
    };
  }

  /** The service takes facts only when their partitions exist. Rows of the default partition would be moved under a lock. */
  async onApplicationBootstrap(): Promise<void> {
    await this.arrangeNow().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'partitions could not be arranged; the chore tries again');
    });
  }

  @Every({
    name: 'arrange-log-partitions',
    does: 'Makes partitions of the event log two weeks ahead, and drops weeks that are older than WEBHOOK_RETENTION_DAYS.',
    seconds: 3_600,
  })
  arrangeNow(): Promise<void> {
    return this.arrange(Date.now());
  }

  arrange(now: number): Promise<void> {
    return arrangeWeeks(this.database, this.table, now);
  }

  /** Events below this position have left the log, or leave it with their week. */
  oldestPosition(now: number): number {
    return positionAt(oldestKept(now, this.table.keptDays));
  }
}

function positionAt(moment: number): number {
  return moment * 1_000;
}
