import { DatabaseConfig } from '@ces/service/config/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class CampaignsConfig extends DatabaseConfig {
  /** The pause of the chore `expire-tickets`. Answers and redemptions treat a ticket as expired even before the chore does. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(86_400)
  TICKET_EXPIRY_SECONDS = 60;

  /** The pause of the chore `tell-low-stock`. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(86_400)
  COUPON_STOCK_SECONDS = 10;

  /** Outcomes are kept for this long. Whole months are dropped at once. */
  @Type(() => Number)
  @IsInt()
  @Min(31)
  @Max(3_650)
  OUTCOME_RETENTION_DAYS = 90;

  /** Grants are kept for this long, and no older event is judged. Whole months are dropped; totals for caps and budgets stay. */
  @Type(() => Number)
  @IsInt()
  @Min(400)
  @Max(3_650)
  GRANT_RETENTION_DAYS = 800;

  /** Transactions on stacks are kept for this long. Whole months are dropped at once; balances stay. */
  @Type(() => Number)
  @IsInt()
  @Min(31)
  @Max(3_650)
  LEDGER_RETENTION_DAYS = 800;
}
