import { DatabaseConfig } from '@ces/service/config';
import { Transform } from 'class-transformer';
import { ArrayNotEmpty, Matches } from 'class-validator';

export class IdentityConfig extends DatabaseConfig {
  /** Where clients reach the service: the issuer of all tokens, and the head of every address in its metadata. */
  @Matches(/^https?:\/\/[^\s/?#@]+$/, { message: 'PUBLIC_URL must be http(s)://host[:port], without a path' })
  PUBLIC_URL = 'http://localhost:3000';

  /** The first key encrypts; the others, separated by commas, still decrypt what they encrypted before a change of keys. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ArrayNotEmpty({ message: 'SECRETS_KEY is needed: 32 random bytes in base64 (openssl rand -base64 32)' })
  @Matches(/^[A-Za-z0-9+/]{43}=$/, {
    each: true,
    message: 'SECRETS_KEY must be 32 random bytes in base64 (openssl rand -base64 32), several separated by commas',
  })
  SECRETS_KEY: string[];
}
