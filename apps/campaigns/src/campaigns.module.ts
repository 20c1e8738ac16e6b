import type { Service } from '@ces/service/start';
import { ClosedUserEntity } from '@ces/service/tombstones/closed-user.entity';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { Module } from '@nestjs/common';
import { CampaignsConfig } from './campaigns.config.js';
import { CampaignVersionEntity } from './campaigns/campaign-version.entity.js';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CampaignRegistrationEntity } from './campaigns/register/campaign-registration.entity.js';
import { CouponCodeEntity } from './coupons/coupon-code.entity.js';
import { CouponEntity } from './coupons/coupon.entity.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { LowCouponEntity } from './coupons/low-coupon.entity.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { CampaignCounterEntity } from './judging/count/campaign-counter.entity.js';
import { CampaignGrantEntity } from './judging/grant/campaign-grant.entity.js';
import { JudgingModule } from './judging/judging.module.js';
import { CampaignTables1764200000000 } from './migrations/1764200000000-create-campaigns.js';
import { JudgingTables1764200001000 } from './migrations/1764200001000-create-judging.js';
import { CouponTables1764200002000 } from './migrations/1764200002000-create-coupons.js';
import { StackTables1764200003000 } from './migrations/1764200003000-create-stacks.js';
import { SurveyTables1764200004000 } from './migrations/1764200004000-create-surveys.js';
import { TallyTable1764200005000 } from './migrations/1764200005000-create-tallies.js';
import { ClosedUserTable1764200010000 } from './migrations/1764200010000-create-closed-users.js';
import { CouponStock1764300000000 } from './migrations/1764300000000-create-coupon-stock.js';
import { OutcomesModule } from './outcomes/outcomes.module.js';
import { reconcile } from './reconciliation/reconcile.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { SimulationsModule } from './simulations/simulations.module.js';
import { SlipEntity } from './slips/slip.entity.js';
import { SlipsModule } from './slips/slips.module.js';
import { BalanceEntity } from './stacks/balance.entity.js';
import { LedgerEntryEntity } from './stacks/ledger-entry.entity.js';
import { StackBlockEntity } from './stacks/stack-block.entity.js';
import { StackEntity } from './stacks/stack.entity.js';
import { StacksModule } from './stacks/stacks.module.js';
import { SurveyAnswerEntity } from './surveys/survey-answer.entity.js';
import { SurveyAskedEntity } from './surveys/survey-asked.entity.js';
import { SurveyEntity } from './surveys/survey.entity.js';
import { SurveysModule } from './surveys/surveys.module.js';

@Module({
  imports: [
    CampaignsModule,
    CouponsModule,
    ErasureModule,
    JudgingModule,
    OutcomesModule,
    ReconciliationModule,
    SimulationsModule,
    SlipsModule,
    StacksModule,
    SurveysModule,
  ],
})
class CampaignsServiceModule {}

export const campaigns: Service<CampaignsConfig> = {
  name: 'campaigns',
  config: CampaignsConfig,
  schema: {
    entities: [
      BalanceEntity,
      CampaignCounterEntity,
      CampaignEntity,
      CampaignGrantEntity,
      CampaignRegistrationEntity,
      CampaignVersionEntity,
      ClosedUserEntity,
      CouponCodeEntity,
      CouponEntity,
      ErasedUserEntity,
      LedgerEntryEntity,
      LowCouponEntity,
      SlipEntity,
      StackBlockEntity,
      StackEntity,
      SurveyAnswerEntity,
      SurveyAskedEntity,
      SurveyEntity,
    ],
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
  modules: [CampaignsServiceModule],
  commands: { reconcile: reconcile('compare'), 'reconcile --repair': reconcile('repair') },
};
