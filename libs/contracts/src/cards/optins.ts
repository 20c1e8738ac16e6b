import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { ShownKey } from '../by-name/by-name.js';
import { storable } from '../identity/clients.js';
import { Page, type Paged, SearchPage } from '../paging.js';
import { fact, renamed, rpc } from '../rpc.js';

/** One text in several languages: `{"en_GB": "Newsletter", "nl_NL": "Nieuwsbrief"}`. `en_GB` is required. */
export type Texts = Record<string, string>;

export class OptinPurpose {
  @ApiProperty({ example: 'marketing', description: 'A name for what the consent is for.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  name: string;

  @ApiProperty({ description: 'Whether a user may change the answer later' })
  @IsBoolean()
  can_be_updated: boolean;

  @ApiProperty({ description: 'Whether registration completes only when the user gives it' })
  @IsBoolean()
  required: boolean;
}

export class OptinUpdate {
  @ApiProperty({ description: 'The answer of the user.' })
  opted_in: boolean;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the user answered.',
  })
  updated: string;

  @ApiProperty({
    example: 'registration',
    description: 'Where the user answered: `registration`, `account`, or `import: …` for an answer of an import',
  })
  source: string;
}

export class Optin {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the opt-in.' })
  id: string;

  @ApiProperty({ example: 'Newsletter', description: 'The name in the language of the request.' })
  name: string;

  @ApiProperty({ example: 'We may send you our newsletter.', description: 'The text in the language of the request.' })
  description: string;

  @ApiProperty({ description: 'What the consent is for.' })
  purpose: OptinPurpose;

  @ApiProperty({
    type: [OptinUpdate],
    description: 'The last 1,000 changes, newest last. The export of the user has all of them',
  })
  updates: OptinUpdate[];

  @ApiProperty({ description: 'Whether the user consents now.' })
  opted_in: boolean;
}

/** Row 16 takes these in the query, or in a JSON body of the GET. */
export class RegistrationOptinsQuery {
  @ApiPropertyOptional({ description: 'Needed with a client token; a user token names the user itself' })
  @IsString()
  auth_nonce: string;

  @ApiPropertyOptional({
    description: 'The card number that the user registers with; the answer does not depend on it',
  })
  @IsOptional()
  @IsString()
  identifier?: string;
}

export class OptinAnswer {
  @ApiProperty({ description: 'The id of the opt-in.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  @IsString()
  optin_id: string;

  @ApiProperty({ description: 'The answer: true for consent.', example: true })
  @IsBoolean()
  optin: boolean;
}

export class OptinAnswers {
  @ApiPropertyOptional({ description: 'Needed with a client token' })
  @IsOptional()
  @IsString()
  auth_nonce?: string;

  @ApiProperty({ type: [OptinAnswer], description: 'The answers; each opt-in once.' })
  @IsArray()
  @ArrayMaxSize(200)
  @ArrayUnique((answer: OptinAnswer) => answer.optin_id, { message: 'each opt-in may be named once' })
  @ValidateNested({ each: true })
  @Type(() => OptinAnswer)
  optins: OptinAnswer[];
}

/** The user is that of a user token, or the one whose registration the nonce belongs to. */
export class OptinsOf extends Page {
  @IsOptional()
  @IsString()
  user_id?: string;

  @IsOptional()
  @IsString()
  auth_nonce?: string;

  @IsString()
  client_id: string;

  /** The caller's language among those in which every text exists. */
  @IsString()
  locale: string;

  /** The caller's languages, best first; opt-ins may have texts in more languages. */
  @IsString({ each: true })
  @ArrayMaxSize(50)
  locales: string[];
}

export interface OptinsShown extends Paged<Optin> {
  /** The best of the caller's languages in which an opt-in has texts, or the default. */
  locale: string;
}

export class ChangeOptins extends OptinsOf {
  @IsDefined()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => OptinAnswer)
  optins: OptinAnswer[];

  /** The caller's IP address, as part of the evidence. */
  @IsString()
  address: string;
}

export class NewOptin {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { en_GB: 'Newsletter' },
    description: 'The name in each language; `en_GB` is required.',
  })
  @IsObject()
  name: Texts;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { en_GB: 'We may send you our newsletter.' },
    description: 'The text of the question in each language; `en_GB` is required.',
  })
  @IsObject()
  description: Texts;

  @ApiProperty({ description: 'What the consent is for.' })
  @IsDefined()
  @ValidateNested()
  @Type(() => OptinPurpose)
  purpose: OptinPurpose;

  @ApiPropertyOptional({
    default: true,
    description: 'Whether registration asks for it; it always asks for a required one',
  })
  @MayBeAbsent()
  @IsBoolean()
  at_registration?: boolean;
}

export class PutOptin extends NewOptin {
  @IsString()
  id: string;
}

export class OptinRef {
  @IsString()
  id: string;
}

export class OptinDefinition extends NewOptin {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the opt-in.' })
  id: string;

  @ShownKey() key: string | null;

  @ApiProperty({
    example: 1,
    description: 'Grows when a text changes; each consent names the version of its text',
    type: 'integer',
  })
  text_version: number;

  @ApiProperty({
    description: 'When the opt-in was defined.',
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
  })
  created: string;

  @ApiProperty({
    description: 'When the opt-in was changed last.',
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
  })
  updated: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When the opt-in was retired; null while users are asked.',
    format: 'date-time',
  })
  retired_at: string | null;
}

export class RetiredOptin {
  @ApiProperty({ enum: [true], description: 'Always true: nobody is asked any more.' })
  deleted: true;
}

export class OptinChanged {
  @ApiProperty({ description: 'The id of the user.', example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  user_id: string;

  @ApiProperty({ description: 'The id of the opt-in.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  optin_id: string;

  @ApiProperty({
    example: 'Newsletter',
    description: 'The English name in the text that was answered; empty in events of earlier releases',
  })
  name: string;

  @ApiProperty({
    example: 1,
    description: 'The version of the text that was answered; 0 in events of earlier releases',
    type: 'integer',
  })
  text_version: number;

  @ApiProperty({ example: 'marketing', description: 'What the consent is for.' })
  purpose: string;

  @ApiProperty({ description: 'Whether the user consents now.' })
  opted_in: boolean;

  @ApiProperty({
    description: 'When the user answered.',
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
  })
  updated: string;

  @ApiProperty({ enum: ['registration', 'account'], description: 'Where the user answered.' })
  source: string;
}

export const formerNamesOfOptin = { retired_at: 'retired' };

export const readOptins = rpc('cards.optins.read', OptinsOf).returns<OptinsShown>(); // rows 16 and 24
export const changeOptins = rpc('cards.optins.change', ChangeOptins).returns<OptinsShown>(); // row 17
export const createOptin = renamed(formerNamesOfOptin, rpc('cards.optins.create', NewOptin).returns<OptinDefinition>());
export const putOptin = renamed(formerNamesOfOptin, rpc('cards.optins.put', PutOptin).returns<OptinDefinition>());
export const getOptin = renamed(formerNamesOfOptin, rpc('cards.optins.get', OptinRef).returns<OptinDefinition>());
export const listOptins = renamed(
  formerNamesOfOptin,
  rpc('cards.optins.list', SearchPage).returns<Paged<OptinDefinition>>(),
);
export const retireOptin = rpc('cards.optins.retire', OptinRef).returns<RetiredOptin>();

export const optinChanged = fact<OptinChanged>('cards.optin-changed');
