import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
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
  @ApiProperty({ description: 'The id of the campaign.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  campaign_id: string;

  @ApiProperty({ description: 'The name of the campaign.', example: 'Coffee for the tenth purchase' })
  name: string;

  @ApiProperty({ example: 1, description: 'The version that ran when the event was accepted', type: 'integer' })
  version: number;

  @ApiProperty({ description: 'Whether the user got the effects.' })
  matched: boolean;

  @ApiProperty({ enum: verdictSteps, nullable: true, description: 'The step that failed' })
  reason: VerdictStep | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'the condition is false',
    description: 'Why the step failed, in words.',
  })
  detail: string | null;
}

export class SimulatedStep {
  @ApiProperty({ enum: verdictSteps, description: 'The step of the verdict.' })
  step: VerdictStep;

  @ApiProperty({ description: 'Whether the step lets the event pass.' })
  passed: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The reason, in words.' })
  detail: string | null;
}

export class SimulatedEffect {
  @ApiProperty({ enum: ['claim_coupon', 'transaction', 'ask_survey'], description: 'What the user would get.' })
  type: 'claim_coupon' | 'transaction' | 'ask_survey';

  @ApiPropertyOptional({ description: 'The coupon of `claim_coupon`.' })
  coupon_id?: string;

  @ApiPropertyOptional({ description: 'The stack of `transaction`.' })
  stack_id?: string;

  @ApiPropertyOptional({ description: 'The block of `transaction`.' })
  block_id?: string;

  @ApiPropertyOptional({ type: 'integer', description: 'The points of `transaction`; negative for a debit.' })
  value?: number;

  @ApiPropertyOptional({ description: 'The survey of `ask_survey`.' })
  survey_id?: string;
}

export class Simulation extends Outcome {
  @ApiProperty({ type: [SimulatedStep], description: 'Every step that has a result' })
  steps: SimulatedStep[];

  @ApiProperty({ type: [SimulatedEffect], description: 'The effects that the user would get' })
  effects: SimulatedEffect[];
}

export class NewSimulation {
  @ApiProperty({ description: 'The user whom the event would concern.', example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  @IsString()
  @Length(1, 100)
  user_id: string;

  @ApiProperty({ example: 'purchase', description: 'The event, or the lifecycle trigger' })
  @IsString()
  @Length(1, 100)
  event_name: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The data of the event, by its schema.',
    example: { amount: 1250 },
  })
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
 * Returns each event's outcomes in the order of the request; null for an event without a verdict. A reply may hold only
 * the first of them; the caller then asks again for the rest.
 */
export const outcomesOfEvents = rpc('campaigns.outcomes', OutcomesOf).returns<(Outcome[] | null)[]>();
