import { AcceptedEvent } from '@ces/contracts/events/events';
import type { ProblemJson } from '@ces/contracts/problems';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';

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

  @ApiPropertyOptional({ description: 'Identifies the event, so that sending it again does not accept it twice' })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  id?: string;

  @ApiPropertyOptional({ example: '2026-11-21T09:30:00Z' })
  @IsOptional()
  @IsString()
  time?: string;
}

export class BatchItemResult {
  @ApiProperty({ example: 202, description: 'The status that the event would have if it were sent alone' })
  status: number;

  @ApiPropertyOptional({ type: AcceptedEvent })
  event?: AcceptedEvent;

  @ApiPropertyOptional({ description: 'The event was accepted earlier under the same id' })
  replayed?: boolean;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  problem?: ProblemJson;
}
