import { DatabaseConfig } from '@ces/service/config/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class EventsConfig extends DatabaseConfig {
  /** Events and their idempotency keys are kept for this long. Events are dropped by whole months. */
  @Type(() => Number)
  @IsInt()
  @Min(31)
  @Max(3_650)
  EVENT_RETENTION_DAYS = 400;

  /** Mebibytes of facts that may wait for a reader, in each stream. The log of events is the largest stream. */
  override NATS_STREAM_MIB = 2_048;
}
