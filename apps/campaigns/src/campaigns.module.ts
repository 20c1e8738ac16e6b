import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { AudiencesModule } from './audiences/audiences.module.js';
import { BacktestsModule } from './backtests/backtests.module.js';
import { CampaignsConfig } from './campaigns.config.js';
import { campaignsSchema } from './campaigns.schema.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { JudgingModule } from './judging/judging.module.js';
import { OutcomesModule } from './outcomes/outcomes.module.js';
import { reconcile } from './reconciliation/reconcile.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { SimulationsModule } from './simulations/simulations.module.js';
import { SlipsModule } from './slips/slips.module.js';
import { StacksModule } from './stacks/stacks.module.js';
import { StatsModule } from './stats/stats.module.js';
import { SurveysModule } from './surveys/surveys.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

@Module({
  imports: [
    AudiencesModule,
    BacktestsModule,
    CampaignsModule,
    CouponsModule,
    ErasureModule,
    JudgingModule,
    OutcomesModule,
    ReconciliationModule,
    SimulationsModule,
    SlipsModule,
    StacksModule,
    StatsModule,
    SurveysModule,
    TimelineModule,
  ],
})
class CampaignsServiceModule {}

export const campaigns: Service<CampaignsConfig> = {
  name: 'campaigns',
  config: CampaignsConfig,
  schema: campaignsSchema,
  modules: [CampaignsServiceModule],
  commands: { reconcile: reconcile('compare'), 'reconcile --repair': reconcile('repair') },
};
