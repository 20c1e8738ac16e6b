import { Injectable, Logger, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { arrangeMonths } from '@ces/service/database/partitions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { DataSource } from 'typeorm';
import { CampaignsConfig } from './campaigns.config.js';
import { CampaignStatesService } from './campaigns/campaign-states.service.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { RegistrationsService } from './campaigns/register/registrations.service.js';
import { CouponStockService } from './coupons/coupon-stock.service.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { dropDeadLetters } from './erasure/erased-users.js';
import { foldTallies } from './tallies/tally.store.js';

const batchSize = 5_000;
const outcomes = { name: 'event_outcome', column: 'occurred_at', lock: 0x6f75_7463 }; // 'outc'

/** What has to be done from time to time. Two replicas at it at once do no harm. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly ended = new AbortController();
  private running: Repeated[] = [];

  constructor(
    private readonly database: DataSource,
    private readonly config: CampaignsConfig,
    private readonly states: CampaignStatesService,
    private readonly registrations: RegistrationsService,
    private readonly stock: CouponStockService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = [
      this.repeat(this.config.TICKET_EXPIRY_SECONDS, () => this.expireTickets()),
      this.repeat(this.config.COUPON_STOCK_SECONDS, () => this.stock.tellOfLowStock()),
      this.repeat(30, () => this.registrations.settleWaiting()),
      this.repeat(60, () => foldTallies(this.database.manager)),
      this.repeat(600, () => this.states.endOverdue()),
      this.repeat(3_600, () => this.arrangeOutcomes(), 'now'),
      this.repeat(3_600, () => this.tidy()),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended.abort();
    await Promise.all(this.running.map((each) => each.end()));
  }

  /** Makes the state of tickets follow their time. */
  async expireTickets(): Promise<void> {
    await this.inBatches(
      `UPDATE coupon_slip SET state = 'expired' WHERE id IN (
         SELECT id FROM coupon_slip WHERE expires_at <= now() AND state = 'issued'
          ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
    );
  }

  async tidy(): Promise<void> {
    await dropDeadLetters(this.database.manager);
    // Tokens live for minutes, facts for a day: after a week nothing about the user can be under way.
    await this.database.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
    // A closed account is remembered until it is restored or erased: an old dead letter may be replayed at any time.
    await this.database.query(`DELETE FROM closed_user WHERE NOT closed AND at < now() - interval '7 days'`);
    await this.inBatches(
      `DELETE FROM campaign_counter WHERE (campaign_id, user_id, what) IN (
         SELECT campaign_id, user_id, what FROM campaign_counter WHERE forget_at < now()
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
    );
    // Nothing is judged any more, as it is with windows that are over for so long.
    await this.inBatches(
      `DELETE FROM campaign_counter WHERE (campaign_id, user_id, what) IN (
         SELECT k.campaign_id, k.user_id, k.what FROM campaign_counter k JOIN campaign c ON c.id = k.campaign_id
          WHERE c.state = 'ended' AND c.updated_at < now() - interval '40 days'
          LIMIT ${batchSize} FOR UPDATE OF k SKIP LOCKED)`,
    );
  }

  private async arrangeOutcomes(): Promise<void> {
    await arrangeMonths(this.database, outcomes, new Date(), this.config.OUTCOME_RETENTION_DAYS);
  }

  /** An end waits for one batch only; the next process goes on. */
  private async inBatches(statement: string): Promise<void> {
    for (let done = batchSize; done === batchSize && !this.ended.signal.aborted;) {
      // For UPDATE and DELETE the driver answers rows and count.
      [, done] = await this.database.query<[unknown[], number]>(statement);
    }
  }

  private repeat(seconds: number, work: () => Promise<void>, first: 'now' | 'later' = 'later'): Repeated {
    const failed = (error: unknown): void => {
      this.logger.warn({ err: error }, 'a job did not get through; it is tried again later');
    };
    return repeat(seconds * 1_000, work, failed, first);
  }
}

@Module({ imports: [CampaignsModule, CouponsModule], providers: [Jobs] })
export class JobsModule {}
