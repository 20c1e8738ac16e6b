import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { cardStates, type Card, type CardState } from './cards.js';
import { storable } from '../identity/clients.js';
import { rpc } from '../rpc.js';

/** Every kind of barcode can carry this: printable ASCII without spaces at the ends. */
export const cardNumberPattern = /^[\x21-\x7e]([\x20-\x7e]{0,78}[\x21-\x7e])?$/;
const cardNumber = { message: 'a card number has 1 to 80 printable ASCII characters' };
const moment = { message: 'expiration must be an ISO 8601 timestamp with offset, such as 2030-01-01T00:00:00+00:00' };
const time = '([01]\\d|2[0-3]):[0-5]\\d';
const momentPattern = new RegExp(`^\\d{4}-\\d\\d-\\d\\dT${time}(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]${time})$`);

/** Accepts one form of ISO 8601 and only days that exist. `Date` does not read all forms (weeks, ordinal days, commas). */
function IsMoment(): PropertyDecorator {
  return (target, property) => {
    IsISO8601({ strict: true }, moment)(target, property);
    Matches(momentPattern, moment)(target, property);
  };
}

/** An absent field stays unchanged; null is not a value of it. */
function IfGiven(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

export class CardIssue {
  @ApiPropertyOptional({ description: 'Name or id of the card definition', default: 'default' })
  @IsOptional()
  @Matches(storable)
  definition?: string;

  @ApiPropertyOptional({ description: 'Name or id of a tier; the first one by default' })
  @IsOptional()
  @Matches(storable)
  tier?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2030-01-01T00:00:00+00:00',
    description: 'The moment when the cards expire; null for never.',
    format: 'date-time',
  })
  @IsOptional()
  @IsMoment()
  expiration?: string | null;
}

export class CardsToIssue extends CardIssue {
  @ApiProperty({
    type: [String],
    example: ['6012345678'],
    description: 'The numbers of the new cards, 1 to 80 printable ASCII characters each.',
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  @ArrayUnique()
  @Matches(cardNumberPattern, { each: true, ...cardNumber })
  identifiers: string[];
}

export class IssuedCard {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the card.' })
  id: string;

  @ApiProperty({ example: '6012345678', description: 'The number of the card.' })
  identifier: string;

  @ApiProperty({ example: 'default', description: 'The name of the card definition.' })
  definition: string;

  @ApiProperty({ example: 'Standard', description: 'The name of the tier.' })
  tier: string;

  @ApiProperty({ enum: cardStates, description: 'The state of the card.' })
  state: CardState;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The moment when the card expires; null for never.',
    format: 'date-time',
    example: '2030-01-01T00:00:00.000+00:00',
  })
  expiration: string | null;
}

export class IssuedCards {
  @ApiProperty({ example: 1, description: 'How many cards were issued.', type: 'integer' })
  issued: number;

  @ApiProperty({ type: [IssuedCard], description: 'All cards of a list; the first hundred cards of an upload' })
  cards: IssuedCard[];
}

/** A part of an upload. Any replica may take any part. */
export class CardNumbers {
  @IsString()
  import_id: string;

  /** Line numbers in the file, to name the place of a fault. */
  @IsInt({ each: true })
  lines: number[];

  @IsString({ each: true })
  numbers: string[];
}

export class CardImport extends CardIssue {
  @IsString()
  import_id: string;

  /** How many numbers were sent, so that the service notices a lost part. */
  @IsInt()
  @Min(0)
  count: number;
}

export class CardImportRef {
  @IsString()
  import_id: string;
}

export class CardRef {
  @IsString()
  id: string;

  @IsString()
  locale: string;
}

export class CardChange {
  @ApiPropertyOptional({ enum: cardStates, description: 'The new state. Only `active` cards can be used.' })
  @IfGiven()
  @IsIn(cardStates)
  state?: CardState;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2030-01-01T00:00:00+00:00',
    description: 'The moment when the card expires; null for never.',
    format: 'date-time',
  })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @IsMoment()
  expiration?: string | null;

  @ApiPropertyOptional({ description: 'Name or id of a tier of the card’s definition' })
  @IfGiven()
  @Matches(storable)
  tier?: string;
}

export class ChangeCard extends CardChange {
  @IsString()
  id: string;

  @IsString()
  locale: string;
}

export class CardTransfer {
  @ApiProperty({ example: '6087654321', description: 'The number that replaces the current one' })
  @IsString()
  @Matches(cardNumberPattern, cardNumber)
  identifier: string;
}

export class TransferCard extends CardTransfer {
  @IsString()
  id: string;

  @IsString()
  locale: string;
}

export class HoldersQuery {
  @IsString()
  q: string;

  @IsInt()
  @Min(1)
  @Max(501)
  at_most: number;

  @IsOptional()
  @IsString()
  after_number?: string;

  @IsOptional()
  @IsString()
  after_user?: string;
}

export interface HolderPlace {
  number: string;
  user_id: string;
}

export interface FoundHolders {
  items: HolderPlace[];
  /** The place after which the search goes on; null at its end. */
  next: HolderPlace | null;
}

export const issueCards = rpc('cards.issue', CardsToIssue).returns<IssuedCards>();
/** The service keeps the numbers of an upload until `finishImport` makes cards of all of them, or of none. */
export const importNumbers = rpc('cards.import.numbers', CardNumbers).returns<{ taken: number }>();
export const finishImport = rpc('cards.import.finish', CardImport).returns<IssuedCards>();
export const dropImport = rpc('cards.import.drop', CardImportRef).returns<{ dropped: true }>();
export const getCard = rpc('cards.get', CardRef).returns<Card>();
export const changeCard = rpc('cards.change', ChangeCard).returns<Card>();
export const transferCard = rpc('cards.transfer', TransferCard).returns<Card>();
/** Users whose card numbers begin with `q`, each once, in the order of the numbers. A reply without users may have a `next`. */
export const findHolders = rpc('cards.find-holders', HoldersQuery).returns<FoundHolders>();
