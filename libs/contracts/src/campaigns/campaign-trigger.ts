import { ApiPropertyOptional } from '../shape/described.js';
import { ArrayMaxSize, IsIn, IsString, Length } from 'class-validator';
import { MayBeAbsent } from '../absent.js';

export const lifecycleTriggers = ['user-activated', 'card-added', 'segment-entered', 'survey-answered'] as const;
export type LifecycleTrigger = (typeof lifecycleTriggers)[number];

export class Trigger {
  @ApiPropertyOptional({
    example: 'purchase',
    description: 'Name of the event that clients send. Give either this or `lifecycle`.',
  })
  @MayBeAbsent()
  @IsString()
  @Length(1, 100)
  event_name?: string;

  @ApiPropertyOptional({
    enum: lifecycleTriggers,
    description: 'What happens to a user within the service. Give either this or `event_name`.',
  })
  @MayBeAbsent()
  @IsIn(lifecycleTriggers)
  lifecycle?: LifecycleTrigger;

  @ApiPropertyOptional({ description: 'With `segment-entered`: the id of the segment' })
  @MayBeAbsent()
  @IsString()
  segment_id?: string;
}

/** The user must have a card of any of `card_tiers`, if there are some. The other rules stand beside their fields. */
export class Audience {
  @ApiPropertyOptional({
    type: [String],
    description: 'Ids of segments. The user must be in one of them, if there are any.',
    example: ['01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11'],
  })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(100)
  include_segments?: string[];

  @ApiPropertyOptional({ type: [String], description: 'Ids of segments. The user must be in none of them.' })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(99)
  exclude_segments?: string[];

  @ApiPropertyOptional({ type: [String], description: 'Ids of opt-ins. The user must have given all of them.' })
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
