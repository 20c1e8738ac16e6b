import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { arrangePartitions, type Partition, type PartitionedTable } from '@ces/service/database/partitions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { DataSource } from 'typeorm';
import { WebhooksConfig } from '../webhooks.config.js';

const everyMs = 3_600_000;
const weekMs = 7 * 86_400_000;
const lock = 0x7765_656b; // 'week'

interface Table extends PartitionedTable {
  /** A moment as the table's partitions are bounded by it. */
  bound: (moment: number) => string;
  keptDays: number;
}

/** A partition a week, made two weeks ahead and dropped whole when all in it is older than the retention. */
@Injectable()
export class WeeklyPartitions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('WeeklyPartitions');
  private readonly tables: Table[];
  private repeated: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly config: WebhooksConfig,
  ) {
    this.tables = [
      {
        name: 'event',
        column: 'position',
        lock,
        bound: (moment) => String(moment * 1_000),
        keptDays: config.WEBHOOK_RETENTION_DAYS,
      },
      {
        name: 'attempt',
        column: 'started_at',
        lock,
        bound: (moment) => `'${new Date(moment).toISOString()}'`,
        keptDays: config.WEBHOOK_ATTEMPT_DAYS,
      },
    ];
  }

  async onApplicationBootstrap(): Promise<void> {
    const work = (): Promise<void> => this.arrange(Date.now());
    const failed = (error: unknown): void => {
      this.logger.warn({ err: error }, 'partitions were not tended; it is tried again in an hour');
    };
    await work().catch(failed);
    this.repeated = repeat(everyMs, work, failed, 'later');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  async arrange(now: number): Promise<void> {
    for (const table of this.tables) {
      const wanted = [0, 1, 2].map((ahead) => weekAt(table, weekOf(now) + ahead));
      const oldest = partitionName(table, weekOf(now - table.keptDays * 86_400_000));
      await arrangePartitions(this.database, table, wanted, oldest);
    }
    await this.forgetAbout(weekOf(now - this.config.WEBHOOK_RETENTION_DAYS * 86_400_000) * weekMs * 1_000);
    // Facts live for a day and are given to consumers for no longer: after a week none of the user can be under way.
    await this.database.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
  }

  /**
   * What speaks of events that have left the log. An answer may repeat what was sent; nobody can tell any more whose that
   * was, so it goes as well. After a replay it may be much younger than its events.
   */
  private async forgetAbout(oldest: number): Promise<void> {
    await this.database.query('DELETE FROM set_aside WHERE position < $1', [oldest]);
    await this.database.query(
      `UPDATE attempt SET answer = NULL
        WHERE answer IS NOT NULL AND int8range(after, upto, '(]') && int8range(NULL, $1)`,
      [oldest],
    );
  }
}

function weekAt(table: Table, week: number): Partition {
  return { name: partitionName(table, week), from: table.bound(week * weekMs), to: table.bound((week + 1) * weekMs) };
}

function weekOf(moment: number): number {
  return Math.floor(moment / weekMs);
}

function partitionName({ name }: Table, week: number): string {
  return `${name}_w${String(week).padStart(6, '0')}`;
}
