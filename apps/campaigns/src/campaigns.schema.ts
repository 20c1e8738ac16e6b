import type { Schema } from '@ces/service/database/database';
import { ClosedUserEntity } from '@ces/service/tombstones/closed-user.entity';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { BacktestCounterEntity } from './backtests/backtest-counter.entity.js';
import { BacktestGrantEntity } from './backtests/backtest-grant.entity.js';
import { BacktestEntity } from './backtests/backtest.entity.js';
import { CampaignVersionEntity } from './campaigns/campaign-version.entity.js';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { CampaignRegistrationEntity } from './campaigns/register/campaign-registration.entity.js';
import { CodeImportFaultEntity } from './coupons/import/code-import-fault.entity.js';
import { CodeImportLineEntity } from './coupons/import/code-import-line.entity.js';
import { CodeImportEntity } from './coupons/import/code-import.entity.js';
import { CouponCodeEntity } from './coupons/coupon-code.entity.js';
import { CouponEntity } from './coupons/coupon.entity.js';
import { LowCouponEntity } from './coupons/low-coupon.entity.js';
import { CampaignCounterEntity } from './judging/count/campaign-counter.entity.js';
import { CarriedGrantEntity } from './judging/retention/carried-grant.entity.js';
import { ReconciliationRunEntity } from './reconciliation/runs/reconciliation-run.entity.js';
import { SlipEntity } from './slips/slip.entity.js';
import { CampaignStatEntity } from './stats/campaign-stat.entity.js';
import { BalanceEntity } from './stacks/balance.entity.js';
import { CarriedBalanceEntity } from './stacks/retention/carried-balance.entity.js';
import { StackBlockEntity } from './stacks/stack-block.entity.js';
import { StackEntity } from './stacks/stack.entity.js';
import { SurveyAnswerEntity } from './surveys/survey-answer.entity.js';
import { SurveyAskedEntity } from './surveys/survey-asked.entity.js';
import { SurveyEntity } from './surveys/survey.entity.js';
import { CampaignTables1764200000000 } from './migrations/1764200000000-create-campaigns.js';
import { JudgingTables1764200001000 } from './migrations/1764200001000-create-judging.js';
import { CouponTables1764200002000 } from './migrations/1764200002000-create-coupons.js';
import { StackTables1764200003000 } from './migrations/1764200003000-create-stacks.js';
import { SurveyTables1764200004000 } from './migrations/1764200004000-create-surveys.js';
import { TallyTable1764200005000 } from './migrations/1764200005000-create-tallies.js';
import { ClosedUserTable1764200010000 } from './migrations/1764200010000-create-closed-users.js';
import { CouponStock1764300000000 } from './migrations/1764300000000-create-coupon-stock.js';
import { LedgerWithoutReferences1766100000000 } from './migrations/1766100000000-ledger-without-references.js';
import { DraftDeletion1766200000000 } from './migrations/1766200000000-let-drafts-be-deleted.js';
import { Corrections1766200001000 } from './migrations/1766200001000-allow-corrections.js';
import { CampaignStats1766250001000 } from './migrations/1766250001000-create-campaign-stats.js';
import { RedeemedSlips1766200002000 } from './migrations/1766200002000-index-redeemed-slips.js';
import { CodeImports1766250002000 } from './migrations/1766250002000-create-code-imports.js';
import { Backtests1766250003000 } from './migrations/1766250003000-create-backtests.js';
import { Keys1766500000000 } from './migrations/1766500000000-add-keys.js';
import { SurveyAnswerChoices1766600000000 } from './migrations/1766600000000-index-survey-answers.js';
import { CampaignStatHours1766700000000 } from './migrations/1766700000000-index-campaign-stats.js';
import { ReconciliationRuns1766700001000 } from './migrations/1766700001000-create-reconciliation-runs.js';
import { JobsSetAside1766700002000 } from './migrations/1766700002000-set-jobs-aside.js';
import { ReconciliationsSetAside1766700003000 } from './migrations/1766700003000-set-reconciliations-aside.js';
import { LedgerEvents1766900000000 } from './migrations/1766900000000-index-ledger-by-event.js';
import { FirstMonths1766900001000 } from './migrations/1766900001000-limit-first-months.js';
import { FirstMonthsChecked1766900002000 } from './migrations/1766900002000-check-first-months.js';
import { GrantsByMonth1766900003000 } from './migrations/1766900003000-partition-grants.js';
import { LedgerByMonth1766900004000 } from './migrations/1766900004000-partition-ledger.js';
import { CarriedSums1766900005000 } from './migrations/1766900005000-create-carried-sums.js';
import { GrantVersions1766900006000 } from './migrations/1766900006000-note-versions-of-grants.js';
import { ExpiredSlips1766900007000 } from './migrations/1766900007000-index-expired-slips.js';

/** New migrations are appended; TypeORM runs them by their timestamps. */
export const campaignsSchema: Schema = {
  entities: [
    BacktestCounterEntity,
    BacktestEntity,
    BacktestGrantEntity,
    BalanceEntity,
    CampaignCounterEntity,
    CampaignEntity,
    CampaignRegistrationEntity,
    CampaignStatEntity,
    CampaignVersionEntity,
    CarriedBalanceEntity,
    CarriedGrantEntity,
    ClosedUserEntity,
    CodeImportEntity,
    CodeImportFaultEntity,
    CodeImportLineEntity,
    CouponCodeEntity,
    CouponEntity,
    ErasedUserEntity,
    LowCouponEntity,
    ReconciliationRunEntity,
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
    LedgerWithoutReferences1766100000000,
    Corrections1766200001000,
    RedeemedSlips1766200002000,
    ClosedUserTable1764200010000,
    DraftDeletion1766200000000,
    CampaignStats1766250001000,
    Backtests1766250003000,
    CodeImports1766250002000,
    Keys1766500000000,
    SurveyAnswerChoices1766600000000,
    CampaignStatHours1766700000000,
    ReconciliationRuns1766700001000,
    JobsSetAside1766700002000,
    ReconciliationsSetAside1766700003000,
    LedgerEvents1766900000000,
    FirstMonths1766900001000,
    FirstMonthsChecked1766900002000,
    GrantsByMonth1766900003000,
    LedgerByMonth1766900004000,
    CarriedSums1766900005000,
    GrantVersions1766900006000,
    ExpiredSlips1766900007000,
  ],
};
