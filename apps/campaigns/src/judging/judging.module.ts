import { Module } from '@nestjs/common';
import { CouponsModule } from '../coupons/coupons.module.js';
import { OutcomesModule } from '../outcomes/outcomes.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { SlipsModule } from '../slips/slips.module.js';
import { StacksModule } from '../stacks/stacks.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { SurveysModule } from '../surveys/surveys.module.js';
import { TalliesModule } from '../tallies/tallies.module.js';
import { CountStore } from './count/count.store.js';
import { CountsService } from './count/counts.service.js';
import { FactsController } from './facts.controller.js';
import { DecideGrantsService } from './grant/decide-grants.service.js';
import { GrantStore } from './grant/grant.store.js';
import { GrantsService } from './grant/grants.service.js';
import { JudgeService } from './judge.service.js';
import { CarriedGrantStore } from './retention/carried-grant.store.js';
import { GrantRetentionService } from './retention/grant-retention.service.js';
import { AudienceService } from './match/audience.service.js';
import { SimulateOccurrenceService } from './simulate-occurrence.service.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';

@Module({
  imports: [
    CouponsModule,
    OutcomesModule,
    RunsModule,
    SlipsModule,
    StacksModule,
    StatsModule,
    SurveysModule,
    TalliesModule,
    TombstonesModule,
  ],
  controllers: [FactsController],
  providers: [
    AudienceService,
    CarriedGrantStore,
    CountsService,
    CountStore,
    DecideGrantsService,
    GrantRetentionService,
    GrantsService,
    GrantStore,
    JudgeService,
    SimulateOccurrenceService,
  ],
  exports: [AudienceService, SimulateOccurrenceService],
})
export class JudgingModule {}
