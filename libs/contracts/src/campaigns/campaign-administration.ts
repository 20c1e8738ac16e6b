import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
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
import { Audience, Trigger } from './campaign-trigger.js';
import { MayBeAbsent } from '../absent.js';
import { ShownKey } from '../by-name/by-name.js';
import { storable } from '../identity/clients.js';
import { SearchPage, type Paged } from '../paging.js';
import { IsMoment } from '../moment.js';
import { rpc } from '../rpc.js';

const campaignStates = ['draft', 'running', 'paused', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];
export const effectTypes = ['claim_coupon', 'transaction', 'ask_survey'] as const;

const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };

export class Effect {
  // Not `IsIn`: the service reports an unknown type together with all other faults of the campaign.
  @ApiProperty({ enum: effectTypes, description: 'What the campaign gives. It decides which other fields there are.' })
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
  @ApiProperty({
    enum: ['total', 'rolling', 'calendar'],
    description: 'The kind of window: all time, the last seconds, or the current day, week, month or year.',
  })
  @IsIn(['total', 'rolling', 'calendar'])
  type: 'total' | 'rolling' | 'calendar';

  @ApiPropertyOptional({ example: 86_400, description: 'The length of a `rolling` window', type: 'integer' })
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

export class Cap {
  @ApiProperty({
    enum: ['user', 'campaign'],
    description: 'Whether the cap counts each user alone, or all users together.',
  })
  @IsIn(['user', 'campaign'])
  scope: 'user' | 'campaign';

  @ApiProperty({ type: Window, description: 'The time over which the cap counts.' })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Window)
  window: Window;

  @ApiProperty({
    example: 1,
    description: 'At most 10,000 with the scope `campaign` and a `rolling` window',
    type: 'integer',
  })
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  max: number;
}

export class Budget {
  @ApiPropertyOptional({ example: 1000, description: 'Coupon slips', type: 'integer' })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  coupons?: number;

  @ApiPropertyOptional({
    example: 50_000,
    description: 'The sum of all credits; debits do not reduce it',
    type: 'integer',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(9_007_199_254_740_991)
  points?: number;
}

export class NewCampaign {
  @ApiProperty({
    example: 'Coffee for the tenth purchase',
    description: 'A name for people. Outcomes and usages show it.',
  })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2026-12-01T00:00:00Z',
    description: 'The campaign judges no event before this moment. Null: it begins when it is started.',
    format: 'date-time',
  })
  @IsOptional()
  @IsMoment()
  starts_at?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2027-01-01T00:00:00Z',
    description: 'The campaign judges no event from this moment on. Null: it runs until it is ended.',
    format: 'date-time',
  })
  @IsOptional()
  @IsMoment()
  ends_at?: string | null;

  @ApiProperty({ type: Trigger, description: 'What makes the campaign look at a user.' })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Trigger)
  trigger: Trigger;

  @ApiPropertyOptional({
    type: Audience,
    nullable: true,
    description: 'Which users the campaign rewards. Null or absent: all users.',
  })
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

  @ApiProperty({ type: [Effect], description: 'What the user gets. The user gets all of it or nothing.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => Effect)
  effects: Effect[];

  @ApiPropertyOptional({ type: [Cap], description: 'How often the campaign may reward one user, or all users.' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => Cap)
  caps?: Cap[];

  @ApiPropertyOptional({
    type: Budget,
    nullable: true,
    description: 'The most that the campaign gives away in its whole life. Null or absent: no limit.',
  })
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
  @ApiProperty({ description: 'How often the campaign has granted its effects', type: 'integer' })
  grants: number;

  @ApiProperty({ description: 'Coupon slips handed out', type: 'integer' })
  coupons: number;

  @ApiProperty({ description: 'The sum of all credits', type: 'integer' })
  points: number;
}

export class Campaign extends NewCampaign {
  @ApiProperty({ ...id, description: 'The id of the campaign.' })
  id: string;

  @ShownKey() key: string | null;

  @ApiProperty({ example: 1, description: 'The number of the version. Each change makes a new one.', type: 'integer' })
  version: number;

  @ApiProperty({
    enum: campaignStates,
    description:
      'A draft judges nothing. A running campaign judges events. A paused one can be started again, an ended one cannot.',
  })
  state: CampaignState;

  @ApiProperty({ type: CampaignUse, description: 'What the campaign has given so far.' })
  used: CampaignUse;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the campaign was drafted.',
    format: 'date-time',
  })
  created: string;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the campaign was changed last.',
    format: 'date-time',
  })
  updated: string;
}

export class CampaignPage extends SearchPage {
  @ApiPropertyOptional({ enum: campaignStates, description: 'Only campaigns in this state' })
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
