import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PartialType } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { ShownKey } from '../by-name/by-name.js';
import { isOrigin } from '../origin.js';
import { PagedSearch, type Paged } from '../paging.js';
import { audited, rpc } from '../rpc.js';
import { everyScope, type Scope } from './tokens/scopes.js';
import { ShownLastUse } from './tokens/last-use.js';

/** Text that every service can store: without NUL or half of a surrogate pair. */
export const storable = /^[^\0\p{Surrogate}]*$/u;
export const uri = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
/** An address without credentials and without a fragment, which OAuth forbids. */
const redirectUri = /^https?:\/\/[^/?#@\\\s]+([/?][^#\\\s]*)?$/i;

export class NewClient {
  @ApiProperty({ example: 'Web shop', description: 'A name for people. The consent page shows it.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;

  @ApiProperty({
    enum: everyScope,
    isArray: true,
    description: 'What the client may do, and what it may ask its users for.',
    example: ['users:read', 'registration'],
  })
  @IsArray()
  @ArrayUnique()
  @IsIn(everyScope, { each: true })
  scopes: Scope[];

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Skips the consent of its users. Unless the client is public, it may also use the password grant and token exchange',
  })
  @IsOptional()
  @IsBoolean()
  first_party?: boolean | null;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether the client is an app or a single-page app, which cannot keep a secret. It gets none. Its users sign in by code and PKCE',
  })
  @IsOptional()
  @IsBoolean()
  public?: boolean | null;

  @ApiPropertyOptional({
    type: [String],
    example: ['https://app.shop.example'],
    description: "The origins of a public client's pages. Their scripts may call the routes for users (CORS)",
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @ValidateBy(isOrigin, { each: true })
  origins?: string[] | null;

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

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'operations@shop.example',
    description: 'The address that gets a mail when a webhook of the client is disabled',
  })
  @IsOptional()
  @IsEmail()
  @Length(3, 254)
  contact_email?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    example: 50_000,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Requests a second of the client and its users. Absent or null: the limit for all clients, `RATE_LIMIT`',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rate_limit?: number | null;
}

/** Absent fields stay as they are, and null removes an address or the limit. A client stays public or not. */
export class ClientChange extends PartialType(OmitType(NewClient, ['public'])) {}

export class ClientRef {
  @IsString() id: string;
}

/** The caller of a change, and the scopes of its token. */
export class Granter {
  @IsString() client_id: string;

  @IsArray()
  @IsString({ each: true })
  scopes: string[];
}

/**
 * Without `by` no rule about granting applies: the seed sends the command, or a gateway of an earlier release, whose
 * routes demand `admin`.
 */
export class ClientCommand extends ClientRef {
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => Granter)
  by?: Granter;
}

export class ChangeClient extends IntersectionType(ClientChange, ClientCommand) {}

export class CreateClient extends IntersectionType(NewClient, OmitType(ClientCommand, ['id'])) {}

export class Client {
  @ApiProperty({
    example: 'cl_7Qm2v9XcT4bLw8Kz',
    description: 'The id of the client, for tokens and for `X-Service-Client-ID`.',
  })
  id: string;

  @ShownKey() key: string | null;
  @ShownLastUse() last_used_at?: string | null;

  @ApiProperty({ example: 'Web shop', description: 'A name for people.' })
  name: string;

  @ApiProperty({
    enum: everyScope,
    isArray: true,
    description: 'What the client may do, and what it may ask its users for.',
  })
  scopes: Scope[];

  @ApiProperty({ description: 'Whether it skips the consent, and may use the password grant and token exchange.' })
  first_party: boolean;

  @ApiProperty({ description: 'Whether the client is an app or a single-page app without a secret.' })
  public: boolean;

  @ApiProperty({
    example: ['https://app.shop.example'],
    description: 'Origins whose pages may call this API from a browser, as browsers send them.',
  })
  origins: string[];

  @ApiProperty({
    example: ['https://shop.example/callback'],
    description: 'Addresses that a browser may be sent to after sign-in or sign-out.',
  })
  redirect_uris: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://shop.example/activate',
    description: 'The page that the activation mail links to; null for the default page.',
  })
  activation_url: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://shop.example/delete',
    description: 'The page that the deletion mail links to; null for the default page.',
  })
  deletion_url: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://shop.example/new-password',
    description: 'The page that the mail for a new password links to; null for the default page.',
  })
  password_url: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'operations@shop.example',
    description: 'The address that gets a mail when a webhook of the client is disabled; null for none.',
  })
  contact_email: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 50_000,
    description: 'Requests a second of the client and its users; null for the limit for all clients.',
  })
  rate_limit: number | null;

  @ApiProperty({
    description: 'The number of valid secrets: one, two during a rotation, none for a public client.',
    type: 'integer',
  })
  secrets: number;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the client was made.', format: 'date-time' })
  created: string;
}

export class CreatedClient extends Client {
  @ApiPropertyOptional({ description: 'The secret; no other answer shows it. A public client has none' })
  secret?: string;
}

export class Deleted {
  @ApiProperty({ enum: [true], description: 'Always true: it is gone.' })
  deleted: true;
}

class Nothing {}

export const createClient = audited(rpc('identity.clients.create', CreateClient).returns<CreatedClient>());
export const listClients = rpc('identity.clients.list', PagedSearch).returns<Paged<Client>>();
export const getClient = rpc('identity.clients.get', ClientRef).returns<Client>();
/** The origins of all public clients. */
export const publicOrigins = rpc('identity.clients.origins', Nothing).returns<string[]>();
export const changeClient = audited(rpc('identity.clients.change', ChangeClient).returns<Client>());
export const deleteClient = audited(rpc('identity.clients.delete', ClientCommand).returns<Deleted>());
