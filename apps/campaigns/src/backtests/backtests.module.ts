import { JobLineStore } from '@ces/service/jobs/job-line.store';
import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { JudgingModule } from '../judging/judging.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { BacktestCountStore } from './backtest-count.store.js';
import { BacktestCountsService } from './backtest-counts.service.js';
import { BacktestStore } from './backtest.store.js';
import { BacktestsController } from './backtests.controller.js';
import { BacktestsService } from './backtests.service.js';
import { RunBacktestsService } from './run-backtests.service.js';

@Module({
  imports: [CampaignsModule, JudgingModule, TombstonesModule],
  controllers: [BacktestsController],
  providers: [
    BacktestCountStore,
    BacktestCountsService,
    BacktestsService,
    BacktestStore,
    JobLineStore,
    RunBacktestsService,
  ],
})
export class BacktestsModule {}
