import { AppConfig, logoPattern } from '@ces/service/config/config';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsInt, IsNumber, IsString, IsUrl, Length, Matches, Max, Min, ValidateBy } from 'class-validator';
import { isProxyNetwork } from './http/routing/proxy-networks.js';

const url = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

export class GatewayConfig extends AppConfig {
  /** The public address of the service. Every URL in an answer or mail begins with it. */
  @IsUrl(url)
  @Matches(/[^/]$/, { message: 'PUBLIC_URL must not end with a slash' })
  PUBLIC_URL = 'http://localhost:3000';

  /** The HTTP addresses of the identity service, which answers the OAuth paths, separated by commas. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value,
  )
  @IsUrl(url, { each: true })
  IDENTITY_URL: string[] = ['http://localhost:3001'];

  /** Requests a second per client without a `rate_limit` of its own, shared by all gateways: a number, or `off`. */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  RATE_LIMIT = 5_000;

  /** Requests a second per address (IPv6: per /64) without a token or to /oauth2/*: a number, or `off`. */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  RATE_LIMIT_PER_ADDRESS = 100;

  /** Origins whose pages may call the API, separated by commas; none by default. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value,
  )
  @IsArray()
  @IsString({ each: true })
  CORS_ORIGINS: string[] = [];

  /** Sites whose pages may show the portal of webhook subscribers in a frame, separated by commas; none by default. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value,
  )
  @Matches(/^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i, {
    each: true,
    message: 'PORTAL_FRAME_ANCESTORS must be origins such as https://shop.example or https://*.shop.example',
  })
  PORTAL_FRAME_ANCESTORS: string[] = [];

  /** Networks of the proxies in front of the gateway. It trusts only the entries that these add to X-Forwarded-For. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (value === 'off' ? [] : value.split(',').map((each) => each.trim())) : value,
  )
  @ValidateBy(
    {
      name: 'proxyNetwork',
      validator: {
        validate: isProxyNetwork,
        defaultMessage: () =>
          'TRUST_PROXY lists the networks of the proxies, such as 10.0.0.0/8,192.0.2.7 (`on` is no longer understood: it believed every caller)',
      },
    },
    { each: true },
  )
  TRUST_PROXY: string[] = [];

  /** Seconds until a body must be complete. An upload must bring 1 KiB/s on average over this time. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(300)
  @ValidateBy({
    name: 'notLongerThanUploads',
    validator: {
      validate: (value, args) => Number(value) <= (args?.object as GatewayConfig).UPLOAD_SECONDS,
      defaultMessage: () => 'BODY_SECONDS must not be more than UPLOAD_SECONDS',
    },
  })
  BODY_SECONDS = 30;

  /** Seconds until the upload of a file must be complete. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(7_200)
  UPLOAD_SECONDS = 900;

  /** Seconds until the upload of an import of members must be complete. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(7_200)
  IMPORT_SECONDS = 3_600;

  /** Open connections per remote address: a number, or `off`. */
  @Transform(({ value }: { value: unknown }) => (value === 'off' ? 0 : Number(value)))
  @IsInt()
  @Min(0)
  MAX_CONNECTIONS = 1_000;

  /** The share of requests with a line in the access log, 0 to 1. Those that fail with 5xx always have one. */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  ACCESS_LOG_SHARE = 0.01;

  /** The name of this installation, on its pages. */
  @Length(1, 100)
  INSTALLATION_NAME = 'Customer Engagement Service';

  /** The address of a picture, or the picture itself as a data: URL. None by default. */
  @Matches(logoPattern, { message: 'INSTALLATION_LOGO must be an http(s) address or data:image/…;base64,…' })
  INSTALLATION_LOGO = '';

  /** The public client with which users sign in on the pages of /docs. Empty: they enter one. */
  @Matches(/^(cl_[\w-]{1,100})?$/, { message: 'DOCS_CLIENT must be the id of a client' })
  DOCS_CLIENT = '';
}
