import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, ArrayMaxSize, IsObject, IsString, Length } from 'class-validator';
import { rpc } from '../rpc.js';

/** The steps of a verdict, in order. The first step that fails is the reason. */
const verdictSteps = [
  'state',
  'trigger',
  'schedule',
  'condition',
  'audience',
  'effects',
  'caps',
  'budget',
  'coupons',
] as const;
export type VerdictStep = (typeof verdictSteps)[number];

export class Outcome {
  @ApiProperty()
  campaign_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ example: 1, description: 'The version that ran when the event was accepted' })
  version: number;

  @ApiProperty()
  matched: boolean;

  @ApiProperty({ enum: verdictSteps, nullable: true, description: 'The step that failed' })
  reason: VerdictStep | null;

  @ApiProperty({ type: String, nullable: true, example: 'the condition is false' })
  detail: string | null;
}

export class SimulatedStep {
  @ApiProperty({ enum: verdictSteps })
  step: VerdictStep;

  @ApiProperty()
  passed: boolean;

  @ApiProperty({ type: String, nullable: true })
  detail: string | null;
}

export class SimulatedEffect {
  @ApiProperty({ enum: ['claim_coupon', 'transaction', 'ask_survey'] })
  type: 'claim_coupon' | 'transaction' | 'ask_survey';

  @ApiPropertyOptional()
  coupon_id?: string;

  @ApiPropertyOptional()
  stack_id?: string;

  @ApiPropertyOptional()
  block_id?: string;

  @ApiPropertyOptional({ type: 'integer' })
  value?: number;

  @ApiPropertyOptional()
  survey_id?: string;
}

export class Simulation extends Outcome {
  @ApiProperty({ type: [SimulatedStep], description: 'Every step that has a result' })
  steps: SimulatedStep[];

  @ApiProperty({ type: [SimulatedEffect], description: 'The effects that the user would get' })
  effects: SimulatedEffect[];
}

export class NewSimulation {
  @ApiProperty()
  @IsString()
  @Length(1, 100)
  user_id: string;

  @ApiProperty({ example: 'purchase', description: 'The event, or the lifecycle trigger' })
  @IsString()
  @Length(1, 100)
  event_name: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  data: object;
}

/** `data` is JSON text, so that no parser on the way alters a key. */
export class SimulateCampaign {
  @IsString()
  id: string;

  @IsString()
  client_id: string;

  @IsString()
  user_id: string;

  @IsString()
  event_name: string;

  @Allow()
  data: string;
}

export class OutcomesOf {
  @IsString()
  user_id: string;

  @IsString({ each: true })
  @ArrayMaxSize(500)
  event_ids: string[];
}

export const simulateCampaign = rpc('campaigns.simulate', SimulateCampaign).returns<Simulation>();
/**
 * Returns each event's outcomes in the order of the request; null for an event without a verdict. A reply holds as many as fit,
 * so the caller asks again for the rest.
 */
export const outcomesOfEvents = rpc('campaigns.outcomes', OutcomesOf).returns<(Outcome[] | null)[]>();
