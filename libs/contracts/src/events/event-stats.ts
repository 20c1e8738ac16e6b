import { ApiProperty } from '../shape/described.js';
import { IsString } from 'class-validator';
import { StatsPage, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';

export class EventStats {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z', description: 'When the bucket begins' })
  at: string;

  @ApiProperty({ type: 'integer', example: 1_000, description: 'Events that were accepted' })
  accepted: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { 'event-data-invalid': 12 },
    description:
      'How many were refused, by the code of the refusal. A gateway that is killed forgets those of its last second.',
  })
  refused: Record<string, number>;
}

export class StatsOfEvent extends StatsPage {
  @IsString()
  event_name: string;
}

/** Buckets without an event are left out. An event counts at the moment at which it was accepted or refused. */
export const statsOfEvent = rpc('events.stats', StatsOfEvent).returns<Paged<EventStats>>();
/** The sums of all names. */
export const statsOfEvents = rpc('events.stats-of-all', StatsPage).returns<Paged<EventStats>>();
