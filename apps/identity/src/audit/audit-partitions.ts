import { arrangeMonths } from '@ces/service/database/partitions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import { audit } from './audit-tables.js';

const everyMs = 3_600_000;

/**
 * A partition of the audit log a month, made ahead, and dropped when it is older than the retention. Entries from before
 * there were partitions are dropped with the month in which the first partition was made.
 */
@Injectable()
export class AuditPartitions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('AuditPartitions');
  private repeated: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly config: IdentityConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.arrange(new Date()),
      (error) => {
        this.log.warn({ err: error }, 'partitions were not arranged; tried again in an hour');
      },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeated?.end();
  }

  async arrange(now: Date): Promise<void> {
    await arrangeMonths(this.database, audit, now, this.config.AUDIT_RETENTION_DAYS);
  }
}
