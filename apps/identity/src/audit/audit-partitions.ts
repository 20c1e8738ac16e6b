import { Every } from '@ces/service/chores/every';
import { arrangeMonths, type PartitionedTable } from '@ces/service/database/partitions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';

const audit: PartitionedTable = { name: 'audit', column: 'at', lock: 0x6175_6469 }; // 'audi'

/**
 * The audit log has a partition per month, made ahead and dropped when it is older than the retention. Entries that are
 * older than the first partition are dropped together with it.
 */
@Injectable()
export class AuditPartitions {
  constructor(
    private readonly database: DataSource,
    private readonly config: IdentityConfig,
  ) {}

  @Every({
    name: 'arrange-audit-months',
    does: 'Makes the next months of the audit log, and drops months that are older than AUDIT_RETENTION_DAYS.',
    seconds: 3_600,
    atStart: true,
  })
  arrangeNow(): Promise<void> {
    return this.arrange(new Date());
  }

  async arrange(now: Date): Promise<void> {
    await arrangeMonths(this.database, audit, now, this.config.AUDIT_RETENTION_DAYS);
  }
}
