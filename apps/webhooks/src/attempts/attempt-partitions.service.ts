import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { arrangeWeeks, weekLock, type WeeklyTable } from '../partitions/arrange-weeks.js';
import { WebhooksConfig } from '../webhooks.config.js';

/** Partitions of the log of attempts, one per week. */
@Injectable()
export class AttemptPartitions {
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

  @Every({
    name: 'arrange-attempt-partitions',
    does: 'Makes partitions of the attempts two weeks ahead, and drops weeks that are older than WEBHOOK_ATTEMPT_DAYS.',
    seconds: 3_600,
    atStart: true,
  })
  arrangeNow(): Promise<void> {
    return this.arrange(Date.now());
  }

  arrange(now: number): Promise<void> {
    return arrangeWeeks(this.database, this.table, now);
  }
}
