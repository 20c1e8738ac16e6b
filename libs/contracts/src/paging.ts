import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

/** The most items of a page, and the number of items when the caller asks for none. */
export const largestPage = 500;

/** The requested part of a list. */
export class Page {
  @ApiPropertyOptional({
    minimum: 1,
    maximum: largestPage,
    description: `The most items of a page; ${largestPage} by default`,
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largestPage)
  limit?: number;

  @ApiPropertyOptional({ description: 'The cursor in the Link header of the page before' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

/** One page of a list, and the cursor of the next one. */
export interface Paged<T> {
  items: T[];
  next: string | null;
}
