import type { Service } from '@ces/service/start';
import { CampaignsConfig } from './campaigns.config.js';
import { CampaignTables1764200000000 } from './campaigns/campaign-tables.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CouponTables1764200002000 } from './coupons/coupon-tables.js';
import { CouponStock1764300000000 } from './coupons/coupon-stock-table.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { ClosedUserTable1764200010000 } from './erasure/closed-user-table.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { JobsModule } from './jobs.js';
import { JudgingTables1764200001000 } from './judging/judging-tables.js';
import { OutcomesModule } from './outcomes/outcomes.module.js';
import { StackTables1764200003000 } from './stacks/stack-tables.js';
import { StacksModule } from './stacks/stacks.module.js';
import { SurveyTables1764200004000 } from './surveys/survey-tables.js';
import { SurveysModule } from './surveys/surveys.module.js';
import { TallyTable1764200005000 } from './tallies/tally-table.js';

/** The campaigns service: what events set off, and what users get by it. */
export const campaigns: Service<CampaignsConfig> = {
  name: 'campaigns',
  config: CampaignsConfig,
  schema: {
    entities: [],
    migrations: [
      CampaignTables1764200000000,
      JudgingTables1764200001000,
      CouponTables1764200002000,
      StackTables1764200003000,
      SurveyTables1764200004000,
      TallyTable1764200005000,
      CouponStock1764300000000,
      ClosedUserTable1764200010000,
    ],
  },
  modules: [CampaignsModule, CouponsModule, StacksModule, SurveysModule, OutcomesModule, ErasureModule, JobsModule],
};
