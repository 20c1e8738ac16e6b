import { AcceptedEvent } from '@ces/contracts/events/events';
import type { ProblemJson } from '@ces/contracts/problems';
import { ApiProperty, ApiPropertyOptional } from '@ces/contracts/shape/described';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';

export class BatchItem {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user whom the event concerns.' })
  @IsString()
  user_id: string;

  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  @IsString()
  event_name: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The data of the event, by its schema.',
    example: { amount: 1250 },
  })
  @IsObject()
  data: object;

  @ApiPropertyOptional({ description: 'Identifies the event, so that sending it again does not accept it twice' })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  id?: string;

  @ApiPropertyOptional({
    example: '2026-11-21T09:30:00Z',
    description: 'When it happened, as RFC 3339 says; the moment of receipt by default.',
    format: 'date-time',
  })
  @IsOptional()
  @IsString()
  time?: string;
}

class ItemProblem {
  @ApiProperty({ example: 'event-data-invalid', description: 'The code that a problem document would have.' })
  code: string;

  @ApiProperty({ example: '#/0/data/amount: must be an integer', description: 'What is wrong with the event.' })
  detail: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { $ref: '#/components/schemas/Fault' },
    description: 'Every fault of the event; pointers begin with its place in the batch.',
  })
  errors?: object[];

  @ApiPropertyOptional({ type: 'integer', description: 'Send the event again after so many seconds.' })
  retry_after?: number;
}

export class BatchItemResult {
  @ApiProperty({
    example: 202,
    description: 'The status that the event would have if it were sent alone',
    type: 'integer',
  })
  status: number;

  @ApiPropertyOptional({ type: AcceptedEvent, description: 'The event, if it was accepted.' })
  event?: AcceptedEvent;

  @ApiPropertyOptional({
    description: 'The event was accepted earlier, under the same id or in this place under the same key',
  })
  replayed?: boolean;

  @ApiPropertyOptional({ type: ItemProblem, description: 'Why the event was refused.' })
  problem?: ProblemJson;
}
