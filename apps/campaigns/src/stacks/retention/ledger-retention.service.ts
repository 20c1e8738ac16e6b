import { idsBefore } from '@ces/messaging/storage/ids';
import { Every } from '@ces/service/chores/every';
import { arrangeMonths, type PartitionedTable } from '@ces/service/database/partitions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CampaignsConfig } from '../../campaigns.config.js';
import { CarriedBalanceStore } from './carried-balance.store.js';

/** While a month is dropped, no user is erased: erasure takes this advisory lock as shared. The number spells 'ledg'. */
export const ledgerMonthsLock = 0x6c65_6467;

/** Partitions of the ledger, one for each month of bookings. Balances stay when their entries are dropped. */
@Injectable()
export class LedgerRetentionService {
  private readonly table: PartitionedTable;

  constructor(
    private readonly database: DataSource,
    private readonly config: CampaignsConfig,
    carried: CarriedBalanceStore,
  ) {
    this.table = {
      name: 'ledger',
      column: 'id',
      lock: ledgerMonthsLock,
      bound: idsBefore,
      carry: (partition) => carried.add(partition),
    };
  }

  @Every({
    name: 'arrange-ledger-months',
    does: 'Makes the next months of the ledger, and drops months that are older than LEDGER_RETENTION_DAYS. Balances stay.',
    seconds: 3_600,
    atStart: true,
  })
  arrange(): Promise<void> {
    return this.arrangeAt(new Date());
  }

  async arrangeAt(now: Date): Promise<void> {
    await arrangeMonths(this.database, this.table, now, this.config.LEDGER_RETENTION_DAYS);
  }
}
