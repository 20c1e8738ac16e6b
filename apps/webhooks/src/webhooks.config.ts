import { DatabaseConfig, Switch } from '@ces/service/config/config';
import { isCidr } from '@ces/service/egress/guard';
import { Transform, Type } from 'class-transformer';
import { ArrayNotEmpty, IsArray, IsBoolean, IsInt, Matches, Max, Min, ValidateBy } from 'class-validator';

const list = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;

export class WebhooksConfig extends DatabaseConfig {
  /** The same keys as identity's: they open clients' secrets and seal the headers of webhooks. */
  @Transform(list)
  @ArrayNotEmpty({ message: 'SECRETS_KEY is needed: 32 random bytes in base64 (openssl rand -base64 32)' })
  @Matches(/^[A-Za-z0-9+/]{43}=$/, {
    each: true,
    message: 'SECRETS_KEY must be 32 random bytes in base64 (openssl rand -base64 32), several separated by commas',
  })
  SECRETS_KEY: string[];

  /** The private networks to which webhooks may lead, separated by commas. */
  @Transform(list)
  @IsArray()
  @ValidateBy(
    { name: 'cidr', validator: { validate: (value: unknown) => typeof value === 'string' && isCidr(value) } },
    { each: true, message: 'WEBHOOK_ALLOW_CIDRS must be networks such as 10.1.0.0/16, separated by commas' },
  )
  WEBHOOK_ALLOW_CIDRS: string[] = [];

  /** Only https addresses of receivers are accepted. */
  @Switch()
  @IsBoolean()
  WEBHOOK_HTTPS_ONLY = false;

  /** The limit of webhooks per client; disabled ones count. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  WEBHOOKS_PER_CLIENT = 50;

  /** Days for which events are kept, for disabled and slow webhooks and for replays. Whole weeks are dropped at once. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(400)
  WEBHOOK_RETENTION_DAYS = 35;

  /** Days for which attempts are kept. Whole weeks are dropped at once. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(400)
  WEBHOOK_ATTEMPT_DAYS = 14;

  /** Seconds that one delivery may take in all. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(60)
  WEBHOOK_TIMEOUT_SECONDS = 15;

  /** The limit of concurrent deliveries per process; a quarter of them is for slow receivers. */
  @Type(() => Number)
  @IsInt()
  @Min(4)
  @Max(2_000)
  WEBHOOK_CONCURRENCY = 128;

  /** The limit of concurrent deliveries to one host (all its ports) per process; one client gets three quarters of them. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(2_000)
  WEBHOOK_PER_HOST = 32;
}
