import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { arrangeMonths } from '@ces/service/database/partitions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { DataSource } from 'typeorm';
import { EventsConfig } from '../events.config.js';

const everyMs = 3_600_000;
const batchSize = 5_000;
const log = { name: 'event_log', column: 'received_at', lock: 0x7061_7274 }; // 'part'

/** A partition a month, made two months ahead and dropped whole when it is older than the retention. */
@Injectable()
export class LogPartitions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('LogPartitions');
  private repeated: Repeated | undefined;
  private purgedBefore: number | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly config: EventsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      (ended) => this.arrange(new Date(), ended),
      (error) => {
        this.logger.warn({ err: error }, 'partitions were not tended; it is tried again in an hour');
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  /**
   * Keys are looked through when the bound has moved and at a process's first time, which resumes what another one broke
   * off; not every hour: the index by age knows ranges of pages only, and where pages are used again they span all ages.
   */
  async arrange(now: Date, ended: AbortSignal): Promise<void> {
    const { keptFrom } = await arrangeMonths(this.database, log, now, this.config.EVENT_RETENTION_DAYS);
    if (keptFrom.getTime() === this.purgedBefore) return;
    await this.purgeKeys(keptFrom, ended);
    if (!ended.aborted) this.purgedBefore = keptFrom.getTime();
  }

  /** Keys live as long as their events. In small batches: taking in goes on meanwhile, and an end waits for one only. */
  private async purgeKeys(before: Date, ended: AbortSignal): Promise<void> {
    let deleted = batchSize;
    while (deleted === batchSize && !ended.aborted) {
      // For DELETE the driver answers rows and count.
      [, deleted] = await this.database.query<[unknown[], number]>(
        `DELETE FROM event_key WHERE key IN (
           SELECT key FROM event_key WHERE received_at < $1 LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
        [before],
      );
    }
  }
}
