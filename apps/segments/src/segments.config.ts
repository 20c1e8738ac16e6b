import { DatabaseConfig } from '@ces/service/config/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class SegmentsConfig extends DatabaseConfig {
  /** The number of segments is limited, because a change of connections looks into the file of each. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  SEGMENTS_AT_MOST = 1_000;

  /** The number of lines that a file may have; blank lines do not count. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(250_000_000)
  IDENTIFIERS_PER_FILE = 50_000_000;

  /** Connections per process. Up to ten work on files and facts or wait behind a large file. Requests need others meanwhile. */
  @Min(12)
  override DATABASE_POOL = 12;
}
