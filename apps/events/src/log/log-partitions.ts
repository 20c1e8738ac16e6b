import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { arrangeMonths } from '@ces/service/partitions';
import { repeat, type Repeated } from '@ces/service/repeat';
import { DataSource } from 'typeorm';
import { EventsConfig } from '../events.config.js';

const everyMs = 3_600_000;
const log = { name: 'event_log', column: 'received_at', lock: 0x7061_7274 }; // 'part'

/** A partition a month, made two months ahead and dropped whole when it is older than the retention. */
@Injectable()
export class LogPartitions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('LogPartitions');
  private repeated: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly config: EventsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.arrange(new Date()),
      (error) => {
        this.logger.warn({ err: error }, 'partitions were not tended; it is tried again in an hour');
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  async arrange(now: Date): Promise<void> {
    const { dropped, keptFrom } = await arrangeMonths(this.database, log, now, this.config.EVENT_RETENTION_DAYS);
    if (dropped.length > 0) await this.purgeKeys(keptFrom);
  }

  /** Keys live as long as their events. In small batches: taking in goes on meanwhile. */
  private async purgeKeys(before: Date): Promise<void> {
    let deleted: number;
    do {
      // For DELETE the driver answers rows and count.
      [, deleted] = await this.database.query<[unknown[], number]>(
        'DELETE FROM event_key WHERE key IN (SELECT key FROM event_key WHERE received_at < $1 LIMIT 5000)',
        [before],
      );
    } while (deleted > 0);
  }
}
