import { ApiProperty } from '../shape/described.js';
import { IsString } from 'class-validator';
import { StatsPage, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';

export class CampaignStats {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z', description: 'When the bucket begins' })
  at: string;

  @ApiProperty({ type: 'integer', example: 1_000, description: 'Events that the campaign judged' })
  judged: number;

  @ApiProperty({
    type: 'integer',
    example: 420,
    description:
      'Those that passed schedule, condition, audience and effects; a cap, a budget or the stock may still refuse them',
  })
  matched: number;

  @ApiProperty({ type: 'integer', example: 400, description: 'Those whose users got the effects' })
  granted: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { condition: 580, caps: 20 },
    description: 'How many were refused, by the step that failed',
  })
  refused: Record<string, number>;

  @ApiProperty({ type: 'integer', example: 4_400, description: 'What was given: `coupons` and `points` together' })
  units: number;

  @ApiProperty({ type: 'integer', example: 400, description: 'Coupon slips handed out' })
  coupons: number;

  @ApiProperty({ type: 'integer', example: 4_000, description: 'The sum of all credits' })
  points: number;
}

export class StatsOfCampaign extends StatsPage {
  @IsString()
  id: string;
}

/** Buckets without a judged event are left out. An event counts at the moment at which it was accepted. */
export const statsOfCampaign = rpc('campaigns.stats', StatsOfCampaign).returns<Paged<CampaignStats>>();
/** The sums of all campaigns: an event that two campaigns judge counts twice. */
export const statsOfCampaigns = rpc('campaigns.stats-of-all', StatsPage).returns<Paged<CampaignStats>>();
