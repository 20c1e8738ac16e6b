import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { storable } from '../identity/clients.js';
import { SearchPage, type Paged } from '../paging.js';
import { IsMoment } from '../moment.js';
import { rpc } from '../rpc.js';

export const lifecycleTriggers = ['user-activated', 'card-added', 'segment-entered', 'survey-answered'] as const;
export type LifecycleTrigger = (typeof lifecycleTriggers)[number];

const campaignStates = ['draft', 'running', 'paused', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];

export const effectTypes = ['claim_coupon', 'transaction', 'ask_survey'] as const;

const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };

/** Either an event that clients send, or a lifecycle event of a user within the service. */
export class Trigger {
  @ApiPropertyOptional({ example: 'purchase' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 100)
  event_name?: string;

  @ApiPropertyOptional({ enum: lifecycleTriggers })
  @MayBeAbsent()
  @IsIn(lifecycleTriggers)
  lifecycle?: LifecycleTrigger;

  @ApiPropertyOptional({ description: 'With `segment-entered`: the id of the segment' })
  @MayBeAbsent()
  @IsString()
  segment_id?: string;
}

/** A campaign rewards users in any included segment and no excluded one, with all of the opt-ins and a card of any tier. */
export class Audience {
  @ApiPropertyOptional({ type: [String] })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(100)
  include_segments?: string[];

  @ApiPropertyOptional({ type: [String] })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(99)
  exclude_segments?: string[];

  @ApiPropertyOptional({ type: [String] })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(50)
  require_optins?: string[];

  @ApiPropertyOptional({ type: [String], description: 'Ids of card tiers' })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(100)
  card_tiers?: string[];
}

export class Effect {
  // The service names an unknown type together with all other faults of the campaign.
  @ApiProperty({ enum: effectTypes })
  @IsString()
  type: (typeof effectTypes)[number];

  @ApiPropertyOptional({ ...id, description: 'The coupon of `claim_coupon`' })
  @MayBeAbsent()
  @IsString()
  coupon_id?: string;

  @ApiPropertyOptional({ ...id, description: 'The stack of `transaction`' })
  @MayBeAbsent()
  @IsString()
  stack_id?: string;

  @ApiPropertyOptional({ ...id, description: "The block of `transaction`; the stack's first block by default" })
  @MayBeAbsent()
  @IsString()
  block_id?: string;

  @ApiPropertyOptional({
    oneOf: [{ type: 'integer' }, { type: 'string' }],
    example: 'event.amount / 100',
    description: 'The value of `transaction`: a whole number, or CEL that results in one',
  })
  @MayBeAbsent()
  value?: number | string;

  @ApiPropertyOptional({ ...id, description: 'The survey of `ask_survey`' })
  @MayBeAbsent()
  @IsString()
  survey_id?: string;
}

export class Window {
  @ApiProperty({ enum: ['total', 'rolling', 'calendar'] })
  @IsIn(['total', 'rolling', 'calendar'])
  type: 'total' | 'rolling' | 'calendar';

  @ApiPropertyOptional({ example: 86_400, description: 'The length of a `rolling` window' })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(366 * 86_400)
  seconds?: number;

  @ApiPropertyOptional({
    enum: ['day', 'week', 'month', 'year'],
    description: 'The unit of a `calendar` window; weeks begin on Monday',
  })
  @MayBeAbsent()
  @IsIn(['day', 'week', 'month', 'year'])
  unit?: 'day' | 'week' | 'month' | 'year';

  @ApiPropertyOptional({ example: 'Europe/Amsterdam', description: 'The time zone of a `calendar` window' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 64)
  timezone?: string;
}

/** Limits how often the campaign rewards one user, or all users together. */
export class Cap {
  @ApiProperty({ enum: ['user', 'campaign'] })
  @IsIn(['user', 'campaign'])
  scope: 'user' | 'campaign';

  @ApiProperty({ type: Window })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Window)
  window: Window;

  @ApiProperty({ example: 1, description: 'At most 10,000 with the scope `campaign` and a `rolling` window' })
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  max: number;
}

/** Limits what the campaign gives away in its whole life. */
export class Budget {
  @ApiPropertyOptional({ example: 1000, description: 'Coupon slips' })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  coupons?: number;

  @ApiPropertyOptional({ example: 50_000, description: 'The sum of all credits; debits do not reduce it' })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(9_007_199_254_740_991)
  points?: number;
}

export class NewCampaign {
  @ApiProperty({ example: 'Coffee for the tenth purchase' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  name: string;

  @ApiPropertyOptional({ type: String, nullable: true, example: '2026-12-01T00:00:00Z' })
  @IsOptional()
  @IsMoment()
  starts_at?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '2027-01-01T00:00:00Z' })
  @IsOptional()
  @IsMoment()
  ends_at?: string | null;

  @ApiProperty({ type: Trigger })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Trigger)
  trigger: Trigger;

  @ApiPropertyOptional({ type: Audience, nullable: true })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => Audience)
  audience?: Audience | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'event.amount >= 1000', description: 'CEL' })
  @IsOptional()
  @IsString()
  @Length(0, 4096)
  @Matches(storable)
  condition?: string | null;

  @ApiProperty({ type: [Effect] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => Effect)
  effects: Effect[];

  @ApiPropertyOptional({ type: [Cap] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => Cap)
  caps?: Cap[];

  @ApiPropertyOptional({ type: Budget, nullable: true })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => Budget)
  budget?: Budget | null;
}

export class PutCampaign extends NewCampaign {
  @IsString()
  id: string;
}

export class CampaignRef {
  @IsString()
  id: string;
}

export class CampaignUse {
  @ApiProperty({ description: 'How often the campaign has granted its effects' })
  grants: number;

  @ApiProperty({ description: 'Coupon slips handed out' })
  coupons: number;

  @ApiProperty({ description: 'The sum of all credits' })
  points: number;
}

export class Campaign extends NewCampaign {
  @ApiProperty(id)
  id: string;

  @ApiProperty({ example: 1 })
  version: number;

  @ApiProperty({ enum: campaignStates })
  state: CampaignState;

  @ApiProperty({ type: CampaignUse })
  used: CampaignUse;

  @ApiProperty({ example: '2026-11-21T09:30:00.000+00:00' })
  created: string;

  @ApiProperty({ example: '2026-11-21T09:30:00.000+00:00' })
  updated: string;
}

export class CampaignPage extends SearchPage {
  @ApiPropertyOptional({ enum: campaignStates })
  @MayBeAbsent()
  @IsIn(campaignStates)
  state?: CampaignState;
}

export const createCampaign = rpc('campaigns.create', NewCampaign).returns<Campaign>();
export const putCampaign = rpc('campaigns.put', PutCampaign).returns<Campaign>();
export const getCampaign = rpc('campaigns.get', CampaignRef).returns<Campaign>();
export const listCampaigns = rpc('campaigns.list', CampaignPage).returns<Paged<Campaign>>();
export const startCampaign = rpc('campaigns.start', CampaignRef).returns<Campaign>();
export const pauseCampaign = rpc('campaigns.pause', CampaignRef).returns<Campaign>();
export const endCampaign = rpc('campaigns.end', CampaignRef).returns<Campaign>();
