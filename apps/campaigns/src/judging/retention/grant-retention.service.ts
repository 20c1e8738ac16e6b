import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { arrangeMonths, firstKept } from '@ces/service/database/partitions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CampaignsConfig } from '../../campaigns.config.js';
import { RunsService } from '../../runs/runs.service.js';
import { CarriedGrantStore } from './carried-grant.store.js';

/** While a month is dropped, no user is erased: erasure takes this advisory lock as shared. The number spells 'gran'. */
export const grantMonthsLock = 0x6772_616e;

/** Partitions of the grants, one for each month of events. What caps and budgets need of a dropped month is carried on. */
@Injectable()
export class GrantRetentionService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly config: CampaignsConfig,
    private readonly runs: RunsService,
    private readonly carried: CarriedGrantStore,
  ) {}

  @Every({
    name: 'arrange-grant-months',
    does: 'Makes the next months of the grants, and drops months that are older than GRANT_RETENTION_DAYS. Their totals stay.',
    seconds: 3_600,
    atStart: true,
  })
  arrange(): Promise<void> {
    return this.arrangeAt(new Date());
  }

  /** First no replica judges events of the old months any more, then their grants are dropped. */
  async arrangeAt(now: Date): Promise<void> {
    const { GRANT_RETENTION_DAYS: days } = this.config;
    const from = firstKept(now, days);
    await this.transactions.run(() => this.runs.judgeFrom(idsBefore(from.getTime())));
    const table = {
      name: 'campaign_grant',
      column: 'event_id',
      lock: grantMonthsLock,
      bound: idsBefore,
      carry: (partition: string) => this.carried.add(partition, from),
    };
    await arrangeMonths(this.database, table, now, days);
  }
}
