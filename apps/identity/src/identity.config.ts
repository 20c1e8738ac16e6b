import { operatorRoles, type OperatorRole } from '@ces/contracts/identity/operators/roles';
import { DatabaseConfig, logoPattern, Switch } from '@ces/service/config/config';
import { isCidr } from '@ces/service/egress/guard';
import { Transform, Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { signingAlgorithms, type SigningAlgorithm } from './keys/signing-key.js';

export class IdentityConfig extends DatabaseConfig {
  /** The address at which clients reach the service: the issuer of all tokens, and the base of every address in its metadata. */
  @Matches(/^https?:\/\/[^\s/?#@]+$/, { message: 'PUBLIC_URL must be http(s)://host[:port], without a path' })
  PUBLIC_URL = 'http://localhost:3000';

  /** The first key encrypts; the others, separated by commas, still decrypt what they encrypted earlier. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ArrayNotEmpty({ message: 'SECRETS_KEY is needed: 32 random bytes in base64 (openssl rand -base64 32)' })
  @Matches(/^[A-Za-z0-9+/]{43}=$/, {
    each: true,
    message: 'SECRETS_KEY must be 32 random bytes in base64 (openssl rand -base64 32), several separated by commas',
  })
  SECRETS_KEY: string[];

  /**
   * The algorithm of new signing keys of tokens: RS256 or ES256. A key signs from the second rotation after a change on
   * (`POST /api/1/admin/keys:rotate`).
   */
  @IsIn(signingAlgorithms)
  SIGNING_ALGORITHM: SigningAlgorithm = 'RS256';

  /** The mail server, with user and password if it needs them: smtp://user:password@host:587, smtps://host:465. */
  @Matches(/^smtps?:\/\/\S+$/, { message: 'SMTP_URL is needed: smtp://host:port or smtps://host:port' })
  SMTP_URL: string;

  /** The sender of mails: an address, or `Name <address>`. */
  @Matches(/^[^\r\n]*@[^\r\n]+$/, { message: 'MAIL_FROM must be an address, or Name <address>' })
  MAIL_FROM = 'Customer Engagement <no-reply@localhost>';

  /** A folder with the operator's own texts of mails: en_GB.json and so on, with the words that differ from ours; changes over the API come first. */
  @IsString()
  MAIL_TEXTS = '';

  /** The number of days in which a closed account can be restored before it is erased. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(3_650)
  DELETE_GRACE_DAYS = 30;

  /** Entries of the audit log are kept for this number of days after the end of their month. */
  @Type(() => Number)
  @IsInt()
  @Min(30)
  @Max(36_500)
  AUDIT_RETENTION_DAYS = 400;

  /** The limit of sign-ins and sign-outs under way whose user is not known yet. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  SIGN_INS_UNDER_WAY = 100_000;

  /** A registration needs a customer card to be complete. */
  @Switch()
  @IsBoolean()
  REGISTRATION_REQUIRES_CARD = false;

  /**
   * The limit of wrong passwords in an hour for a client and address of its user (for a client, if it sends no addresses),
   * and for an address on our own pages: a number, or `off`.
   */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  WRONG_ATTEMPTS_PER_HOUR = 500;

  /** The limit of mails of one client in an hour: a number, or `off`. Mails over the limit wait in the outbox. */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  MAILS_PER_CLIENT_AN_HOUR = 1_000;

  /** The limit of registrations that an address begins on our own pages in an hour: a number, or `off`. */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  SIGN_UPS_PER_ADDRESS_AN_HOUR = 20;

  /** The limit of forms with a device's code that an address sends in an hour, two for each device: a number, or `off`. */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  DEVICE_CODES_PER_ADDRESS_AN_HOUR = 60;

  /** The roles of operators that must have a second factor, separated by commas. They set it up at their next sign-in. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value,
  )
  @IsIn(operatorRoles, { each: true, message: `OPERATOR_FACTORS_REQUIRED: roles of ${operatorRoles.join(', ')}` })
  OPERATOR_FACTORS_REQUIRED: OperatorRole[] = [];

  /** Private networks at which providers may be reached, for their keys and tokens. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ValidateBy(
    {
      name: 'isCidr',
      validator: { validate: isCidr, defaultMessage: () => 'PROVIDER_ALLOW_CIDRS: networks such as 10.0.0.0/8' },
    },
    { each: true },
  )
  PROVIDER_ALLOW_CIDRS: string[] = [];

  /** The name of this installation, on its pages and in its mails. */
  @Length(1, 100)
  INSTALLATION_NAME = 'Customer Engagement Service';

  /** The address of a picture, or the picture itself as a data: URL. None by default. */
  @Matches(logoPattern, { message: 'INSTALLATION_LOGO must be an http(s) address or data:image/…;base64,…' })
  INSTALLATION_LOGO = '';
}
