import { AcceptedEvent } from '@ces/contracts/events/events';
import type { ProblemJson } from '@ces/contracts/problems';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';

/** One of up to 100 events of a batch. */
export class BatchItem {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  @IsString()
  user_id: string;

  @ApiProperty({ example: 'purchase' })
  @IsString()
  event_name: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  data: object;

  @ApiPropertyOptional({ description: 'Names the event: sent again, it is not taken in twice' })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  id?: string;

  @ApiPropertyOptional({ example: '2026-11-21T09:30:00Z' })
  @IsOptional()
  @IsString()
  time?: string;
}

export class BatchItemVerdict {
  @ApiProperty({ example: 202, description: 'The status that the event would have had alone' })
  status: number;

  @ApiPropertyOptional({ type: AcceptedEvent })
  event?: AcceptedEvent;

  @ApiPropertyOptional({ description: 'It was taken in before, under the same id' })
  replayed?: boolean;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  problem?: ProblemJson;
}
