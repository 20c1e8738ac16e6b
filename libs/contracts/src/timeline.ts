import { ApiProperty, ApiPropertyOptional } from './shape/described.js';
import { IsArray, IsIn, IsInt, IsOptional, IsString, IsUUID, Max, Min } from 'class-validator';
import { MayBeAbsent } from './absent.js';
import { SincePage } from './paging.js';
import { rpc } from './rpc.js';

/** The kinds of entries that each service has. Events are listed by `userEvents`. */
export const timelineTypes = {
  events: ['event'],
  campaigns: [
    'coupon-slip-claimed',
    'coupon-slip-redeemed',
    'coupon-slip-expired',
    'transaction-created',
    'survey-asked',
    'survey-answer-submitted',
  ],
  cards: ['card-added', 'optin-changed'],
  identity: [
    'user-created',
    'registration-begun',
    'user-activated',
    'first-sign-in',
    'person-entered',
    'person-changed',
    'connection-created',
    'user-deactivated',
    'user-closed',
  ],
} as const;

export type TimelineService = keyof typeof timelineTypes;
export type TimelineType = (typeof timelineTypes)[TimelineService][number];

const everyType: TimelineType[] = Object.values(timelineTypes).flat();

/** The part of a service that does not answer. */
export const awayType = 'away';

export class TimelinePage extends SincePage {
  @ApiPropertyOptional({ enum: everyType, description: 'Only entries of this type' })
  @MayBeAbsent()
  @IsIn(everyType)
  type?: TimelineType;
}

export class TimelineEntry {
  @ApiProperty({
    example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
    format: 'uuid',
    description: 'The id of the entry. It begins with the moment, so that later entries have greater ids.',
  })
  id: string;

  @ApiProperty({
    enum: [...everyType, awayType],
    description: 'What happened. `away` stands for the entries of a service that does not answer at the moment.',
  })
  type: TimelineType | typeof awayType;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When it happened.', format: 'date-time' })
  at: string;

  @ApiProperty({ example: '+25 Loyalty points', description: 'What happened, in a few English words.' })
  title: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { stack_id: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40', value: 25, source: 'campaign' },
    description:
      'What is known of it, by type. An `event` has the fields of the event, and in `campaigns` what each campaign said.',
  })
  data: object;
}

export class TimelineOf {
  @IsString()
  user_id: string;

  /** The id of an entry: the reply has only older ones. */
  @IsOptional()
  @IsUUID()
  before?: string;

  @IsInt()
  @Min(1)
  @Max(501)
  at_most: number;

  /** A service ignores types that it does not know, because a newer gateway may ask for them. */
  @IsArray()
  @IsString({ each: true })
  types: TimelineType[];
}

/**
 * The id begins with the moment, as UUIDs of version 7 do, so that entries of all services sort by their ids. Where a
 * thing has such an id, it is that of the thing.
 */
export interface TimelinePart {
  id: string;
  type: TimelineType;
  title: string;
  data: object;
}

/** The newest first. */
export const timelineOf = (service: string) => rpc(`${service}.timeline`, TimelineOf).returns<TimelinePart[]>();
export const servicesWithTimeline = ['campaigns', 'cards', 'identity'] as const;
