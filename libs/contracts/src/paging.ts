import { ApiPropertyOptional } from './shape/described.js';
import { FromDigits } from './shape/from-digits.js';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import { MayBeAbsent } from './absent.js';
import { IsMoment } from './moment.js';

/** The most items of a page, and the number of items when the caller asks for none. */
export const largestPage = 500;

export class Page {
  @ApiPropertyOptional({
    minimum: 1,
    maximum: largestPage,
    description: `The most items of a page; ${largestPage} by default`,
    type: 'integer',
  })
  @IsOptional()
  @FromDigits()
  @IsInt()
  @Min(1)
  @Max(largestPage)
  limit?: number;

  @ApiPropertyOptional({ description: 'The cursor in the Link header of the page before' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

export class SearchPage extends Page {
  @ApiPropertyOptional({ minLength: 1, maxLength: 100, description: 'Only what has this in its name, in any case' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 100)
  @Matches(/^[^\0]*$/, { message: 'q must not have a NUL' })
  q?: string;
}

/** An identity of 0.4.0 answers with the whole list where `paged` is missing. */
export class PagedSearch extends SearchPage {
  @MayBeAbsent()
  @IsBoolean()
  paged?: boolean;
}

export class SincePage extends Page {
  @ApiPropertyOptional({
    example: '2026-11-21T09:30:00Z',
    description: 'Only what happened at this moment or later',
    format: 'date-time',
  })
  @MayBeAbsent()
  @IsMoment()
  since?: string;
}

const buckets = ['hour', 'day'] as const;
export type Bucket = (typeof buckets)[number];

/** For counts over time, newest bucket first. Buckets begin with the hours and days of UTC. */
export class StatsPage extends Page {
  @ApiPropertyOptional({ enum: buckets, default: 'day', description: 'The length of a bucket; they begin in UTC' })
  @MayBeAbsent()
  @IsIn(buckets)
  bucket?: Bucket;

  @ApiPropertyOptional({
    example: '2026-11-21T00:00:00Z',
    description: 'Only the bucket of this moment and later ones',
    format: 'date-time',
  })
  @MayBeAbsent()
  @IsMoment()
  since?: string;
}

export interface Paged<T> {
  items: T[];
  next: string | null;
}
