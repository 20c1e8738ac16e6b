import { DatabaseConfig } from '@ces/service/config/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class EventsConfig extends DatabaseConfig {
  /** How long events are kept, and with them their idempotency keys. Whole months are dropped at once. */
  @Type(() => Number)
  @IsInt()
  @Min(31)
  @Max(3_650)
  EVENT_RETENTION_DAYS = 400;
}
