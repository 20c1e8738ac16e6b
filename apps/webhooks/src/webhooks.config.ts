import { DatabaseConfig, Switch } from '@ces/service/config/config';
import { isCidr } from '@ces/service/egress/guard';
import { Transform, Type } from 'class-transformer';
import { ArrayNotEmpty, IsArray, IsBoolean, IsInt, Matches, Max, Min, ValidateBy } from 'class-validator';

const list = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;

export class WebhooksConfig extends DatabaseConfig {
  /** As identity has it: under it clients' secrets come, and headers of webhooks are kept. */
  @Transform(list)
  @ArrayNotEmpty({ message: 'SECRETS_KEY is needed: 32 random bytes in base64 (openssl rand -base64 32)' })
  @Matches(/^[A-Za-z0-9+/]{43}=$/, {
    each: true,
    message: 'SECRETS_KEY must be 32 random bytes in base64 (openssl rand -base64 32), several separated by commas',
  })
  SECRETS_KEY: string[];

  /** Networks that may be reached though they are private, separated by commas. */
  @Transform(list)
  @IsArray()
  @ValidateBy(
    { name: 'cidr', validator: { validate: (value: unknown) => typeof value === 'string' && isCidr(value) } },
    { each: true, message: 'WEBHOOK_ALLOW_CIDRS must be networks such as 10.1.0.0/16, separated by commas' },
  )
  WEBHOOK_ALLOW_CIDRS: string[] = [];

  /** Whether webhooks must be https. */
  @Switch()
  @IsBoolean()
  WEBHOOK_HTTPS_ONLY = false;

  /** Webhooks that one client may have, disabled ones included. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  WEBHOOKS_PER_CLIENT = 50;

  /** How long events are kept: for webhooks that are disabled or slow, and for replays. Whole weeks are dropped at once. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(400)
  WEBHOOK_RETENTION_DAYS = 35;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(400)
  WEBHOOK_ATTEMPT_DAYS = 14;

  /** How long a delivery may take in all. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(60)
  WEBHOOK_TIMEOUT_SECONDS = 15;

  /** Deliveries under way at once, of each process; a quarter of them is for slow receivers. */
  @Type(() => Number)
  @IsInt()
  @Min(4)
  @Max(2_000)
  WEBHOOK_CONCURRENCY = 128;

  /** Deliveries under way at once to one host, whatever the port, of each process; one client has three quarters of them. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(2_000)
  WEBHOOK_PER_HOST = 32;
}
