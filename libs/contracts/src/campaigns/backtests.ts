import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import { IsDefined, IsObject, IsString, ValidateNested } from 'class-validator';
import { IsMoment } from '../moment.js';
import { rpc } from '../rpc.js';
import { NewCampaign } from './campaign-administration.js';

export class NewBacktest {
  @ApiProperty({
    type: NewCampaign,
    description: 'The campaign, which is not saved. Its schedule is left out of account.',
  })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => NewCampaign)
  campaign: NewCampaign;

  @ApiProperty({
    format: 'date-time',
    example: '2026-10-21T00:00:00Z',
    description: 'Events that were accepted since this moment are judged',
  })
  @IsMoment()
  since: string;
}

export class BacktestRef {
  @IsString()
  id: string;
}

export class BegunBacktest {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'Names the backtest when it is read' })
  id: string;
}

export const backtestStates = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const;

export class Backtest extends BegunBacktest {
  @ApiProperty({
    enum: backtestStates,
    example: 'running',
    description:
      'A backtest waits while an earlier one runs. A failed one could not judge an event, or not go on for a day; `obstacle` says why. ' +
      'Its counts end there',
  })
  state: (typeof backtestStates)[number];

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.4,
    description: 'The part of the time since `since` that is judged',
  })
  progress: number;

  @ApiProperty({
    format: 'date-time',
    example: '2026-10-21T00:00:00.000Z',
    description: 'The first moment that is judged',
  })
  since: string;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the backtest was begun; no later event is judged',
  })
  until: string;

  @ApiProperty({ type: 'integer', example: 10_000, description: 'Events that were judged' })
  judged: number;

  @ApiProperty({ type: 'integer', example: 4_200, description: 'Those that pass condition, audience and effects' })
  matched: number;

  @ApiProperty({ type: 'integer', example: 4_000, description: 'Those whose users would have got the effects' })
  granted: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { condition: 5_800, caps: 200 },
    description: 'How many would have been refused, by the step that fails',
  })
  refused: Record<string, number>;

  @ApiProperty({
    type: 'integer',
    example: 44_000,
    description: 'What would have been given: `coupons` and `points` together',
  })
  units: number;

  @ApiProperty({
    type: 'integer',
    example: 4_000,
    description: 'Coupon slips; the stock of codes is taken as sufficient',
  })
  coupons: number;

  @ApiProperty({ type: 'integer', example: 40_000, description: 'The sum of all credits' })
  points: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: null,
    description: 'What keeps it from going on, or why it failed; null if nothing does',
  })
  obstacle?: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it ended' })
  finished_at: string | null;
}

export const beginBacktest = rpc('campaigns.backtests.begin', NewBacktest).returns<BegunBacktest>();
/** Ends a backtest that has not ended; its counts stay. */
export const cancelBacktest = rpc('campaigns.backtests.cancel', BacktestRef).returns<Backtest>();
export const getBacktest = rpc('campaigns.backtests.get', BacktestRef).returns<Backtest>();
