import { ApiProperty, ApiPropertyOptional, PartialType } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { CardPresentation, CardTier, Representation, TierDesign } from './card-design.js';
import { ShownKey } from '../by-name/by-name.js';
import { storable } from '../identity/clients.js';
import { type Paged, SearchPage } from '../paging.js';
import { rpc } from '../rpc.js';

class NewRepresentation extends PartialType(Representation) {}
class NewCardPresentation extends PartialType(CardPresentation) {}

export class NewTier extends PartialType(TierDesign) {
  @ApiPropertyOptional({ description: 'The id of an existing tier, to change it; its name identifies it too' })
  @IsOptional()
  @IsString()
  card_tier_id?: string;

  @ApiProperty({ example: 'Gold', description: 'A name for people, once in a definition.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;
}

/** An absent field gets the initial value of the definition `default`. */
export class NewCardDefinition {
  @ApiProperty({ example: 'loyalty', description: 'A name that identifies the definition.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;

  @ApiPropertyOptional({ type: NewRepresentation, description: 'How the card number is drawn.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => NewRepresentation)
  representation?: NewRepresentation;

  @ApiPropertyOptional({ type: NewCardPresentation, description: 'What an app shows on the card.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => NewCardPresentation)
  card_presentation?: NewCardPresentation;

  @ApiPropertyOptional({ type: [NewTier], description: 'The tiers in order; new cards get the first one' })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => NewTier)
  tiers?: NewTier[];

  @ApiPropertyOptional({
    minimum: 1,
    maximum: 100,
    description: 'How many accounts may have a card at once; 1 by default',
    type: 'integer',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  users_per_card?: number;

  @ApiPropertyOptional({ description: 'Whether users may remove such cards from their account; true by default' })
  @IsOptional()
  @IsBoolean()
  users_may_remove?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'The length of the groups that `display_number` splits the number into; null for no `display_number`',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(20)
  display_groups_of?: number | null;
}

export class PutCardDefinition extends NewCardDefinition {
  @IsString()
  id: string;
}

export class CardDefinitionRef {
  @IsString()
  id: string;
}

export class CardDefinition {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the card definition.' })
  id: string;

  @ShownKey() key: string | null;

  @ApiProperty({ example: 'loyalty', description: 'The name of the card definition.' })
  name: string;

  @ApiProperty({ description: 'How the card number is drawn.' })
  representation: Representation;

  @ApiProperty({ description: 'What an app shows on the card.' })
  card_presentation: CardPresentation;

  @ApiProperty({ type: [CardTier], description: 'The tiers in order; new cards get the first one.' })
  tiers: CardTier[];

  @ApiProperty({ example: 1, description: 'How many accounts may have a card at once.', type: 'integer' })
  users_per_card: number;

  @ApiProperty({ description: 'Whether users may remove such cards from their account.' })
  users_may_remove: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The length of the groups that `display_number` splits the number into; null for no `display_number`.',
  })
  display_groups_of: number | null;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the definition was made.',
    format: 'date-time',
  })
  created: string;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the definition was changed last.',
    format: 'date-time',
  })
  updated: string;
}

export const createCardDefinition = rpc('cards.definitions.create', NewCardDefinition).returns<CardDefinition>();
export const putCardDefinition = rpc('cards.definitions.put', PutCardDefinition).returns<CardDefinition>();
export const getCardDefinition = rpc('cards.definitions.get', CardDefinitionRef).returns<CardDefinition>();
export const listCardDefinitions = rpc('cards.definitions.list', SearchPage).returns<Paged<CardDefinition>>();
