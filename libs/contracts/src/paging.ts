import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

/** Which part of a list is asked for. */
export class Page {
  @ApiPropertyOptional({ minimum: 1, maximum: 500, description: 'How many at once; 500 when not given' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  limit?: number;

  @ApiPropertyOptional({ description: 'From the Link header of the page before' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

/** One page of a list, and the cursor of the next one. */
export interface Paged<T> {
  items: T[];
  next: string | null;
}
