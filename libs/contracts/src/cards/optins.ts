import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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
import { storable } from '../identity/clients.js';
import { Page, type Paged } from '../paging.js';
import { event, rpc } from '../rpc.js';

/** One text in several languages: `{"en_GB": "Newsletter", "nl_NL": "Nieuwsbrief"}`. The service demands `en_GB`. */
export type Texts = Record<string, string>;

export class OptinPurpose {
  @ApiProperty({ example: 'marketing' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  name: string;

  @ApiProperty({ description: 'Whether a user may change the answer later' })
  @IsBoolean()
  can_be_updated: boolean;

  @ApiProperty({ description: 'Whether registration completes only when it is given' })
  @IsBoolean()
  required: boolean;
}

export class OptinUpdate {
  @ApiProperty()
  opted_in: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000+00:00' })
  updated: string;

  @ApiProperty({ enum: ['registration', 'account'], description: 'Where the user answered' })
  source: string;
}

export class Optin {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  id: string;

  @ApiProperty({ example: 'Newsletter' })
  name: string;

  @ApiProperty({ example: 'We may send you our newsletter.' })
  description: string;

  @ApiProperty()
  purpose: OptinPurpose;

  @ApiProperty({ type: [OptinUpdate], description: 'The changes, newest last: the last hundred' })
  updates: OptinUpdate[];

  @ApiProperty()
  opted_in: boolean;
}

/** Row 16: in the query, or in a JSON body of the GET. */
export class RegistrationOptinsQuery {
  @ApiPropertyOptional({ description: 'With a client token; a user token says by itself whose opt-ins are meant' })
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
  @ApiProperty()
  @IsString()
  optin_id: string;

  @ApiProperty()
  @IsBoolean()
  optin: boolean;
}

export class OptinAnswers {
  @ApiPropertyOptional({ description: 'Needed with a client token' })
  @IsOptional()
  @IsString()
  auth_nonce?: string;

  @ApiProperty({ type: [OptinAnswer] })
  @IsArray()
  @ArrayMaxSize(200)
  @ArrayUnique((answer: OptinAnswer) => answer.optin_id, { message: 'each opt-in may be named once' })
  @ValidateNested({ each: true })
  @Type(() => OptinAnswer)
  optins: OptinAnswer[];
}

/** Whose: the user of a user token, or the user whose registration the nonce belongs to. */
export class OptinsOf extends Page {
  @IsOptional()
  @IsString()
  user_id?: string;

  @IsOptional()
  @IsString()
  auth_nonce?: string;

  @IsString()
  client_id: string;

  /** The language of those that every text exists in. */
  @IsString()
  locale: string;

  /** What the caller asked for, best first: opt-ins may have texts in more languages. Absent from a gateway of the release before. */
  @IsOptional()
  @IsString({ each: true })
  @ArrayMaxSize(50)
  locales?: string[];
}

/** What is answered to a request with `locales`; to others, the whole list as an array. */
export interface OptinsShown extends Paged<Optin> {
  /** The best of the languages asked for that one of the opt-ins has texts in; else the default. */
  locale: string;
}

export class ChangeOptins extends OptinsOf {
  @IsDefined()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => OptinAnswer)
  optins: OptinAnswer[];

  /** Of the caller: part of the evidence. */
  @IsString()
  address: string;
}

export class NewOptin {
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { en_GB: 'Newsletter' } })
  @IsObject()
  name: Texts;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { en_GB: 'We may send you our newsletter.' },
  })
  @IsObject()
  description: Texts;

  @ApiProperty()
  @IsDefined()
  @ValidateNested()
  @Type(() => OptinPurpose)
  purpose: OptinPurpose;

  @ApiPropertyOptional({
    default: true,
    description: 'Whether registration asks for it; a required one it always does',
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
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  id: string;

  @ApiProperty({ example: 1, description: 'Grows when a text changes; each consent names the version it was given to' })
  text_version: number;

  @ApiProperty()
  created: string;

  @ApiProperty()
  updated: string;

  @ApiProperty({ type: String, nullable: true })
  retired: string | null;
}

export class RetiredOptin {
  @ApiProperty({ enum: [true] })
  deleted: true;
}

export class OptinChanged {
  @ApiProperty()
  user_id: string;

  @ApiProperty()
  optin_id: string;

  @ApiProperty({
    example: 'Newsletter',
    description: 'In English, as in the text that was answered; empty in events of earlier releases',
  })
  name: string;

  @ApiProperty({ example: 1, description: 'Of the text that was answered; 0 in events of earlier releases' })
  text_version: number;

  @ApiProperty({ example: 'marketing' })
  purpose: string;

  @ApiProperty()
  opted_in: boolean;

  @ApiProperty()
  updated: string;

  @ApiProperty({ enum: ['registration', 'account'] })
  source: string;
}

export const readOptins = rpc('cards.optins.read', OptinsOf).returns<OptinsShown | Optin[]>(); // rows 16 and 24
export const changeOptins = rpc('cards.optins.change', ChangeOptins).returns<OptinsShown | Optin[]>(); // row 17
export const createOptin = rpc('cards.optins.create', NewOptin).returns<OptinDefinition>();
export const putOptin = rpc('cards.optins.put', PutOptin).returns<OptinDefinition>();
export const getOptin = rpc('cards.optins.get', OptinRef).returns<OptinDefinition>();
export const listOptins = rpc('cards.optins.list', Page).returns<Paged<OptinDefinition>>();
export const retireOptin = rpc('cards.optins.retire', OptinRef).returns<RetiredOptin>();

export const optinChanged = event<OptinChanged>('cards.optin-changed');
