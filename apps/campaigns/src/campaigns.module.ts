import type { Service } from '@ces/service/start';
import { CampaignsConfig } from './campaigns.config.js';
import { CampaignTables1764200000000 } from './migrations/1764200000000-create-campaigns.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CouponTables1764200002000 } from './migrations/1764200002000-create-coupons.js';
import { CouponStock1764300000000 } from './migrations/1764300000000-create-coupon-stock.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { ClosedUserTable1764200010000 } from './migrations/1764200010000-create-closed-users.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { JobsModule } from './jobs.js';
import { JudgingTables1764200001000 } from './migrations/1764200001000-create-judging.js';
import { OutcomesModule } from './outcomes/outcomes.module.js';
import { StackTables1764200003000 } from './migrations/1764200003000-create-stacks.js';
import { StacksModule } from './stacks/stacks.module.js';
import { SurveyTables1764200004000 } from './migrations/1764200004000-create-surveys.js';
import { SurveysModule } from './surveys/surveys.module.js';
import { TallyTable1764200005000 } from './migrations/1764200005000-create-tallies.js';

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
