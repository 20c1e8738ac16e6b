import { Every } from '@ces/service/chores/every';
import { arrangeMonths } from '@ces/service/database/partitions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EventsConfig } from '../events.config.js';
import { EventLogStore } from './event-log.store.js';

const table = { name: 'event_log', column: 'received_at', lock: 0x7061_7274 }; // 'part'

/** The partitions of the log, one per month: made two months ahead, and dropped whole when they outlive the retention. */
@Injectable()
export class LogRetentionService {
  private purgedBefore: number | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly log: EventLogStore,
    private readonly config: EventsConfig,
  ) {}

  @Every({
    name: 'arrange-event-log',
    does: 'Makes the coming monthly partitions of the event log, drops those past the retention, and deletes their keys.',
    seconds: 3_600,
    atStart: true,
  })
  arrange(stop: AbortSignal): Promise<void> {
    return this.arrangeAt(new Date(), stop);
  }

  /**
   * Keys are purged when the bound has moved, and at the first run of a process, which resumes an interrupted one. An hourly
   * purge would cost too much, because the index by age knows ranges of pages, and reused pages hold keys of all ages.
   */
  async arrangeAt(now: Date, stop: AbortSignal): Promise<void> {
    const { keptFrom } = await arrangeMonths(this.database, table, now, this.config.EVENT_RETENTION_DAYS);
    if (keptFrom.getTime() === this.purgedBefore) return;
    await this.purgeKeys(keptFrom, stop);
    if (!stop.aborted) this.purgedBefore = keptFrom.getTime();
  }

  /** Keys live as long as their events. A service that ends waits for one batch only. */
  private async purgeKeys(before: Date, stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.log.purgeKeys(before)) === 'more');
  }
}
