import 'reflect-metadata';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  getMetadataStorage,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  validateSync,
} from 'class-validator';
import type { Class } from '@ces/contracts/rpc';
import { IsDatabaseUrl } from './database-url.js';
import {
  addressesAreWhole,
  isReadable,
  Keeps,
  needs,
  onlyKind,
  sameUserInAll,
  type NatsVariables,
} from './nats-settings.js';
import { publishedSecrets } from './published-secrets.js';
import { settingsFromFiles } from './settings-from-files.js';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const logoPattern =
  /^(https?:\/\/[^\s"'<>;,]+|data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+=*)?$/;

/** Settings of every app. Each property is the environment variable of the same name. */
export class AppConfig implements NatsVariables {
  /** The port that serves health, and at the gateway the API. 0 takes a free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  /** The address on which the app listens; by default all addresses. */
  @IsString()
  HOST = '0.0.0.0';

  /** One address or several of a cluster, separated by commas; `tls://` or a CA file asks for TLS. May hold user and password. */
  @Matches(/^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/, {
    message: 'NATS_URL must be nats://host:port, several separated by commas',
  })
  @Keeps(sameUserInAll, addressesAreWhole)
  NATS_URL = 'nats://127.0.0.1:4222';

  /** The service's own user, with the rights in deploy/nats/permissions.json. */
  @IsOptional()
  @Keeps(needs('NATS_PASSWORD'), onlyKind('NATS_USER'))
  NATS_USER?: string | undefined;

  /** The password of this user. */
  @IsOptional()
  @Keeps(needs('NATS_USER'))
  NATS_PASSWORD?: string | undefined;

  /** A file with the seed of the service's nkey, instead of user and password. */
  @IsOptional()
  @Keeps(isReadable('NATS_NKEY_FILE', 'SU'), onlyKind('NATS_NKEY_FILE'))
  NATS_NKEY_FILE?: string | undefined;

  /** A file with the service's JWT and seed, as `nsc` writes it, instead of user and password. */
  @IsOptional()
  @Keeps(isReadable('NATS_CREDS_FILE', 'BEGIN NATS USER JWT'), onlyKind('NATS_CREDS_FILE'))
  NATS_CREDS_FILE?: string | undefined;

  /** The authority that signed NATS's certificate. */
  @IsOptional()
  @Keeps(isReadable('NATS_CA_FILE', 'BEGIN CERTIFICATE'))
  NATS_CA_FILE?: string | undefined;

  /** The service's own certificate, where NATS asks for one. */
  @IsOptional()
  @Keeps(isReadable('NATS_CERT_FILE', 'BEGIN CERTIFICATE'), needs('NATS_KEY_FILE'))
  NATS_CERT_FILE?: string | undefined;

  /** The key of the service's own certificate. */
  @IsOptional()
  @Keeps(isReadable('NATS_KEY_FILE', 'PRIVATE KEY'), needs('NATS_CERT_FILE'))
  NATS_KEY_FILE?: string | undefined;

  /**
   * Seconds between "not ready" and closing the port after SIGTERM, in which callers and load balancers turn to other
   * replicas. Below 5, calls can fail: the gateway keeps an idle connection to identity for almost that long.
   */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(120)
  DRAIN_SECONDS = 5;

  /** First word of all subjects and streams, so that several installations can share one NATS. */
  @Matches(/^[a-z][a-z0-9-]{0,31}$/)
  NATS_NAMESPACE = 'ces';

  /** The least number of copies of each stream in the NATS cluster. Present copies are never removed. */
  @Type(() => Number)
  @IsIn([1, 3, 5])
  NATS_REPLICAS = 1;

  /** The only port that serves /metrics; 0 serves none. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  METRICS_PORT = 0;

  /** The address for METRICS_PORT. By default only this machine can read the metrics. */
  @IsString()
  METRICS_HOST = '127.0.0.1';

  /** The least severe lines that the log has: trace, debug, info, warn, error, fatal or silent. */
  @IsIn(levels)
  LOG_LEVEL: (typeof levels)[number] = 'info';

  /** The collector of traces, by OTLP over HTTP with JSON: its address without `/v1/traces`. Without it there are no traces. */
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;

  /** Headers for the collector, such as `authorization=Bearer%20...`, separated by commas. */
  @Matches(/^([\w-]+=([!-$&-+\--~]|%[2-7][0-9a-f])+(,|$))*$/i, {
    message: 'OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas, with %20 for a space',
  })
  OTEL_EXPORTER_OTLP_HEADERS = '';

  /** The share of requests that are recorded, 0 to 1. The flag of a caller's trace counts only from a network of TRUST_PROXY. */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG = 0.01;
}

export class DatabaseConfig extends AppConfig {
  /** The service's own database. Several hosts stand as host:port,host:port; the one that takes writes is used. */
  @IsDatabaseUrl()
  DATABASE_URL: string;

  /** `transaction`: DATABASE_URL leads to a pooler, such as PgBouncer, that gives each transaction another session. */
  @IsOptional()
  @IsIn(['transaction'])
  DATABASE_POOLER?: 'transaction' | undefined;

  /** The address that `migrate` uses, past a pooler or with the role that owns the tables. Default: DATABASE_URL. */
  @IsOptional()
  @IsDatabaseUrl()
  DATABASE_MIGRATION_URL?: string | undefined;

  /** Connections per process. */
  @Type(() => Number)
  @IsInt()
  @Min(4)
  @Max(200)
  DATABASE_POOL = 12;

  /** Mebibytes of facts that may wait for a reader, in each stream of the service. A full stream takes no more facts. */
  @Type(() => Number)
  @IsInt()
  @Min(8)
  @Max(16_777_216)
  NATS_STREAM_MIB = 512;
}

export function Switch() {
  return Transform(
    ({ value }: { value: unknown }) => value === true || value === 'on' || value === '1' || value === 'true',
  );
}

export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';
}

/** Reads, validates and freezes the configuration. The error names all faults, so that one restart is enough. */
export function readConfig<T extends object>(shape: Class<T>, env: NodeJS.ProcessEnv): Readonly<T> {
  const { env: given, faults: ofFiles } = settingsFromFiles(env, settingsOf(shape));
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  const config = plainToInstance(shape, known, { exposeDefaultValues: true });
  const errors = validateSync(config, { validationError: { target: false, value: false } });
  const wrong = errors.map((error) => `${error.property}: ${Object.values(error.constraints ?? {}).join(', ')}`);
  const faults = [...ofFiles, ...wrong, ...publishedSecrets(known)].map((fault) => `  ${fault}`);
  if (faults.length > 0) {
    throw new ConfigFault(`The configuration has ${faults.length} fault(s):\n${faults.join('\n')}`);
  }
  return Object.freeze(config);
}

export function settingsOf(shape: Class<object>): string[] {
  const checked = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  return [...new Set(checked.map(({ propertyName }) => propertyName))];
}
