import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsOptional, IsString, Length, Matches, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { storable } from '../identity/clients.js';
import { IsMoment } from '../moment.js';
import type { Fault } from '../problems.js';
import { rpc } from '../rpc.js';
import { cardNumberPattern } from './card-administration.js';

export class ImportedCard {
  @ApiProperty({ example: '2000000000017', description: 'The number of the card, 1 to 80 printable ASCII characters' })
  @IsString()
  @Matches(cardNumberPattern, { message: 'identifier must be a card number of 1 to 80 printable ASCII characters' })
  identifier: string;

  @ApiPropertyOptional({ example: 'default', description: 'The card definition, by name or id; `default` without it' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  definition?: string;

  @ApiPropertyOptional({ example: 'Gold', description: 'The tier, by name or id; the first one without it' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  tier?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    example: '2028-01-01T00:00:00Z',
    description: 'When a card that is issued here expires; never without it',
  })
  @MayBeAbsent()
  @IsMoment()
  expiration?: string;
}

export class ImportedOptin {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The opt-in that was answered' })
  @IsString()
  optin_id: string;

  @ApiProperty({ example: true, description: 'The answer' })
  @IsBoolean()
  opted_in: boolean;

  @ApiProperty({ format: 'date-time', example: '2021-05-03T10:00:00Z', description: 'When the member answered' })
  @IsMoment()
  at: string;

  @ApiProperty({
    example: 'newsletter form',
    description: 'Where the member answered, in your words; shown after `import: `',
  })
  @IsString()
  @Length(1, 100)
  @Matches(/^[^\p{Cc}\p{Surrogate}]*$/u, { message: 'source must be one line of well-formed text' })
  source: string;
}

export class MemberParts {
  /** Null for a user who does not exist yet: the parts are checked, and nothing is written. */
  @IsOptional()
  @IsString()
  user_id: string | null;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ImportedCard)
  cards: ImportedCard[];

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ImportedOptin)
  optins: ImportedOptin[];
}

export class MembersParts {
  @IsBoolean()
  dry_run: boolean;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => MemberParts)
  members: MemberParts[];
}

/** The result of one member, in the order of the request. */
export interface ImportedParts {
  changed: boolean;
  faults: Fault[];
}

/** Issues cards with new numbers, puts cards on accounts and adds answers to opt-ins. A repeated member changes nothing. */
export const importMemberParts = rpc('cards.members.import', MembersParts).returns<ImportedParts[]>();
