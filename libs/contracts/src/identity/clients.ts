import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
} from 'class-validator';
import { audited, rpc } from '../rpc.js';

export const clientScopes = [
  'events:define',
  'events:write',
  'users:read',
  'users:write',
  'users:delete',
  'registration',
  'segments',
  'webhooks',
  'admin',
] as const;
export type ClientScope = (typeof clientScopes)[number];

/** The scopes of a user's token. */
export const userScopes = ['profile', 'cards', 'optins', 'account', 'openid', 'offline_access'] as const;
export type UserScope = (typeof userScopes)[number];

/** The scopes that a client may have, for its own tokens and for those of its users. */
export const everyScope = [...clientScopes, ...userScopes] as const;
export type Scope = (typeof everyScope)[number];

/** Text that every service can store: without NUL or half of a surrogate pair. */
export const storable = /^[^\0\p{Surrogate}]*$/u;
export const uri = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
/** An address without credentials and without a fragment, which OAuth forbids. */
const redirectUri = /^https?:\/\/[^/?#@\\\s]+([/?][^#\\\s]*)?$/i;

export class NewClient {
  @ApiProperty({ example: 'Web shop' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  name: string;

  @ApiProperty({ enum: everyScope, isArray: true })
  @IsArray()
  @ArrayUnique()
  @IsIn(everyScope, { each: true })
  scopes: Scope[];

  @ApiPropertyOptional({
    type: Boolean,
    description: 'Lets the client use the password grant and token exchange, and skips the consent of its users',
  })
  @IsOptional()
  @IsBoolean()
  first_party?: boolean | null;

  @ApiPropertyOptional({
    type: [String],
    example: ['https://shop.example/callback'],
    description: 'Addresses that a browser may be sent to after sign-in or sign-out',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsUrl(uri, { each: true })
  @Matches(redirectUri, { each: true, message: 'each must be an address without fragment or credentials' })
  @Matches(storable, { each: true })
  redirect_uris?: string[] | null;

  @ApiPropertyOptional({
    type: String,
    example: 'https://shop.example/activate',
    description: 'The page that the activation mail links to instead of the default page; the fragment holds the nonce',
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  activation_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    example: 'https://shop.example/delete',
    description: 'The page that the deletion mail links to instead of the default page',
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  deletion_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    example: 'https://shop.example/new-password',
    description:
      'The page that the mail for a new password links to instead of the default page; the fragment holds the nonce',
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  password_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    example: 'operations@shop.example',
    description: 'The address that gets a mail when a webhook of the client is disabled',
  })
  @IsOptional()
  @IsEmail()
  @Length(3, 254)
  contact_email?: string | null;
}

export class ClientChange {
  @ApiPropertyOptional({ example: 'Web shop' })
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  name?: string;

  @ApiPropertyOptional({ enum: everyScope, isArray: true })
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(everyScope, { each: true })
  scopes?: Scope[];

  @ApiPropertyOptional()
  @IsOptional()
  @IsBoolean()
  first_party?: boolean;

  @ApiPropertyOptional({
    example: ['https://shop.example/callback'],
    description: 'Addresses that a browser may be sent to after sign-in or sign-out',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsUrl(uri, { each: true })
  @Matches(redirectUri, { each: true, message: 'each must be an address without fragment or credentials' })
  @Matches(storable, { each: true })
  redirect_uris?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://shop.example/activate',
    description: 'The page that the activation mail links to instead of the default page; the fragment holds the nonce',
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  activation_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://shop.example/delete',
    description: 'The page that the deletion mail links to instead of the default page',
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  deletion_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://shop.example/new-password',
    description:
      'The page that the mail for a new password links to instead of the default page; the fragment holds the nonce',
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  password_url?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'operations@shop.example' })
  @IsOptional()
  @IsEmail()
  @Length(3, 254)
  contact_email?: string | null;
}

export class ClientRef {
  @IsString()
  id: string;
}

export class Retirement {
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether to revoke all tokens of the client at once; otherwise tokens obtained with the previous secret live for up to 15 minutes',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  revoke_tokens?: 'true' | 'false';
}

export class RetireSecret extends Retirement {
  @IsString()
  id: string;
}

export class ChangeClient extends ClientChange {
  @IsString()
  id: string;
}

export class Client {
  @ApiProperty({ example: 'cl_7Qm2v9XcT4bLw8Kz' })
  id: string;

  @ApiProperty({ example: 'Web shop' })
  name: string;

  @ApiProperty({ enum: everyScope, isArray: true })
  scopes: Scope[];

  @ApiProperty()
  first_party: boolean;

  @ApiProperty({ example: ['https://shop.example/callback'] })
  redirect_uris: string[];

  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example/activate' })
  activation_url: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example/delete' })
  deletion_url: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example/new-password' })
  password_url: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'operations@shop.example' })
  contact_email: string | null;

  @ApiProperty({ description: 'The number of valid secrets: one, or two during a rotation' })
  secrets: number;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  created: string;
}

export class NewSecret {
  @ApiProperty({ description: 'The secret; no other answer shows it' })
  secret: string;
}

export class ClientWithSecret extends Client {
  @ApiProperty({ description: 'The secret; no other answer shows it' })
  secret: string;
}

export class Deleted {
  @ApiProperty({ enum: [true] })
  deleted: true;
}

class Nothing {}

export const createClient = audited(rpc('identity.clients.create', NewClient).returns<ClientWithSecret>());
export const listClients = rpc('identity.clients.list', Nothing).returns<Client[]>();
export const getClient = rpc('identity.clients.get', ClientRef).returns<Client>();
export const changeClient = audited(rpc('identity.clients.change', ChangeClient).returns<Client>());
export const deleteClient = audited(rpc('identity.clients.delete', ClientRef).returns<Deleted>());
export const addSecret = audited(rpc('identity.clients.secrets.add', ClientRef).returns<NewSecret>());
export const promoteSecret = audited(rpc('identity.clients.secrets.promote', ClientRef).returns<Client>());
export const retireSecret = audited(rpc('identity.clients.secrets.retire', RetireSecret).returns<Client>());
