import { MayBeAbsent } from '../absent.js';
import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
} from 'class-validator';
import { PagedSearch, type Paged } from '../paging.js';
import { storable, uri, type Deleted } from './clients.js';
import { audited, rpc } from '../rpc.js';

export const providerNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export class ProviderSettings {
  @ApiProperty({
    example: 'https://login.example',
    description: "The issuer of the provider's tokens, exactly as its discovery document says.",
  })
  @IsUrl(uri)
  @Matches(storable)
  issuer: string;

  @ApiProperty({
    example: ['shop-app'],
    description: 'The ids that the provider knows us by. An `id_token` must name one of them as its audience.',
  })
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @Length(1, 255, { each: true })
  @Matches(storable, { each: true })
  client_ids: string[];

  @ApiPropertyOptional({
    example: 'https://login.example/jwks.json',
    description: "The address of the provider's keys; by default the one in its discovery document.",
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  jwks_uri?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'ces-sign-in',
    description:
      'Our own client id at the provider. With it the sign-in page offers the provider. Register the redirect address {PUBLIC_URL}/oauth2/callback there',
  })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  @Matches(storable)
  client_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'a-secret-of-the-provider',
    description:
      'The secret of `client_id`. No answer shows it. Left out, it stays as it is while `issuer` and `client_id` are the same, and is removed else; null removes it',
  })
  @IsOptional()
  @Matches(/^[\x20-\x7e]{1,1000}$/, { message: 'client_secret must be 1 to 1000 printable ASCII characters' })
  client_secret?: string | null;

  @ApiPropertyOptional({
    type: [String],
    example: ['openid', 'email'],
    description:
      'The scopes that the sign-in page asks for at the provider: `openid` by default, which is always among them',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, { each: true, message: 'each scope must be one word' })
  scopes?: string[] | null;

  @ApiPropertyOptional({
    example: false,
    description:
      'Whether operators sign in at the provider, and no customers; false by default. The page of the console then offers it. It needs `client_id`. At the first sign-in `email`, with a true `email_verified`, says who the operator is; later the subject does',
  })
  @MayBeAbsent()
  @IsBoolean()
  operators?: boolean;
}

const nameRule = { message: 'name must be 1 to 100 of A-Z a-z 0-9 . _ -, and begin with one of A-Z a-z 0-9' };

export class ProviderRef {
  @ApiProperty({ example: 'demo', pattern: providerNamePattern.source, description: 'The name of the provider.' })
  @IsString()
  @Matches(providerNamePattern, nameRule)
  name: string;
}

export class PutProvider extends ProviderSettings {
  @IsString()
  @Matches(providerNamePattern, nameRule)
  name: string;
}

export class Provider {
  @ApiProperty({ example: 'demo', description: 'The name of the provider.' })
  name: string;

  @ApiProperty({ example: 'https://login.example', description: "The issuer of the provider's tokens." })
  issuer: string;

  @ApiProperty({ example: ['shop-app'], description: 'The ids that the provider knows us by.' })
  client_ids: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The address of the provider's keys; null for the one in its discovery document.",
    example: 'https://login.example/jwks.json',
  })
  jwks_uri: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ces-sign-in',
    description: 'Our client id at the provider; null when the sign-in page does not offer the provider',
  })
  client_id: string | null;

  @ApiProperty({
    type: [String],
    example: ['openid'],
    description: 'The scopes that the sign-in page asks for at the provider',
  })
  scopes: string[];

  @ApiProperty({ example: false, description: 'Whether operators sign in at the provider, and no customers' })
  operators: boolean;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the provider was configured first.',
    format: 'date-time',
  })
  created: string;
}

export const putProvider = audited(rpc('identity.providers.put', PutProvider).returns<Provider>());
export const listProviders = rpc('identity.providers.list', PagedSearch).returns<Paged<Provider>>();
export const getProvider = rpc('identity.providers.get', ProviderRef).returns<Provider>();
export const deleteProvider = audited(rpc('identity.providers.delete', ProviderRef).returns<Deleted>());
