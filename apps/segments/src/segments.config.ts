import { DatabaseConfig } from '@ces/service/config/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class SegmentsConfig extends DatabaseConfig {
  /** How many there may be: a change of connections looks into the file of each. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  SEGMENTS_AT_MOST = 1_000;

  /** How many lines a file may have that say something. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(250_000_000)
  IDENTIFIERS_PER_FILE = 50_000_000;

  /** At the most ten are at work or wait behind a large file; what is asked meanwhile needs others. */
  @Min(12)
  override DATABASE_POOL = 12;
}
