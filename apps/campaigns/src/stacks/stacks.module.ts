import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { Module } from '@nestjs/common';
import { CorrectionStore } from './correction.store.js';
import { CorrectionsService } from './corrections.service.js';
import { LedgerService } from './ledger.service.js';
import { LedgerStore } from './ledger.store.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { CarriedBalanceStore } from './retention/carried-balance.store.js';
import { LedgerRetentionService } from './retention/ledger-retention.service.js';
import { OpeningBalanceStore } from './opening/opening-balance.store.js';
import { OpeningBalancesService } from './opening/opening-balances.service.js';
import { StacksController } from './stacks.controller.js';
import { StacksService } from './stacks.service.js';
import { NamedStacks } from './named-stacks.js';

@Module({
  imports: [ByNameModule, TombstonesModule],
  controllers: [StacksController],
  providers: [
    CarriedBalanceStore,
    CorrectionsService,
    CorrectionStore,
    LedgerRetentionService,
    LedgerService,
    LedgerStore,
    NamedStacks,
    OpeningBalancesService,
    OpeningBalanceStore,
    StacksService,
  ],
  exports: [LedgerService, StacksService],
})
export class StacksModule {}
