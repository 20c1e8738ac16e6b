import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { idsBefore } from './ids.js';
import { Idempotency } from './idempotency.js';
import { OutboxTable } from './outbox-table.js';
import { factRetentionMs } from './streams.js';

const everyMs = 10 * 60_000;

/** Deletes what has outlived its purpose from the tables of this lib. Two replicas at it at once do no harm. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Housekeeping');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxTable,
    private readonly idempotency: Idempotency,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'housekeeping failed; it is tried again later');
      });
    }, everyMs);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    await this.outbox.purge();
    await this.idempotency.purge();
    // Twice the retention: a fact that NATS or the outbox still holds must always be recognised.
    await this.purgeInbox(idsBefore(Date.now() - 2 * factRetentionMs));
  }

  private async purgeInbox(before: string): Promise<void> {
    let deleted: number;
    do {
      // For DELETE the driver answers rows and count.
      [, deleted] = await this.database.query<[unknown[], number]>(
        `DELETE FROM inbox WHERE (message_id, consumer) IN
           (SELECT message_id, consumer FROM inbox WHERE message_id < $1 ORDER BY message_id LIMIT 5000)`,
        [before],
      );
    } while (deleted > 0);
  }
}
