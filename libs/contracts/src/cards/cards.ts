import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsDefined, IsIn, IsOptional, IsString } from 'class-validator';
import { CardPresentation, CardTier, Representation } from './card-design.js';
import { fact, rpc } from '../rpc.js';

export const cardStates = ['active', 'inactive', 'blocked', 'expired', 'replaced'] as const;
export type CardState = (typeof cardStates)[number];

class DefinitionOfCard {
  @ApiProperty({ example: 'default', description: 'The name of the card definition.' })
  name: string;

  @ApiProperty({ description: 'How the card number is drawn.' })
  representation: Representation;

  @ApiProperty({ description: 'What an app shows on the card.' })
  card_presentation: CardPresentation;
}

/** The customer card, exactly as in the specification. */
export class Card {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the card.' })
  id: string;

  @ApiProperty({ type: [String], description: 'The users who have the card, in the order in which they added it' })
  user_id: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    description: 'Says for each user of the card whether it is the first card of this user.',
    example: { x2Kd83jfLw0qPzR7vT1mNb4Yc: true },
  })
  user_id_featured: Record<string, boolean>;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    description: 'Says for each user of the card whether this user may remove it.',
    example: { x2Kd83jfLw0qPzR7vT1mNb4Yc: true },
  })
  user_id_deletable: Record<string, boolean>;

  @ApiProperty({ example: '6012345678', description: 'The number that the card was issued with' })
  identifier: string;

  @ApiProperty({ example: '6012345678', description: 'The current number, which a transfer changes' })
  identifier_actual: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The number in groups, for people to read; null if the definition asks for none.',
  })
  display_number: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'The moment when the card expires; null for never.',
  })
  expiration: string | null;

  @ApiProperty({ enum: cardStates, description: 'The state of the card. Only an `active` card can be used.' })
  state: CardState;

  @ApiProperty({ example: 'Active', description: 'The state in the language of the request' })
  state_text: string;

  @ApiProperty({ description: 'The kind of the card.' })
  card_definition: DefinitionOfCard;

  @ApiProperty({ description: 'The tier of the card.' })
  card_tier: CardTier;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000+00:00',
    description: 'Since when the card has this tier.',
  })
  tier_start_date: string;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000+00:00',
    description: 'When the card was changed last.',
  })
  updated: string;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000+00:00',
    description: 'When the card was issued.',
  })
  created: string;
}

export class UserCards {
  @ApiProperty({ type: [Card], description: 'The cards, the featured one first' })
  cards: Card[];
}

export class CardToAdd {
  @ApiPropertyOptional({ description: 'Needed with a client token' })
  @IsOptional()
  @IsString()
  auth_nonce?: string;

  /** Any JSON value: a value that is not text matches no card. */
  @ApiProperty({ type: String, example: '6012345678', description: 'The card number' })
  @IsDefined()
  identifier: unknown;
}

export class CardToLink {
  @ApiProperty({ example: '6012345678', description: 'The card number' })
  @IsString()
  identifier: string;
}

/** The card goes to the user of a user token, or to the user whose registration the nonce belongs to. */
export class AddCard extends CardToAdd {
  @IsOptional()
  @IsString()
  user_id?: string;

  @IsString()
  client_id: string;

  @IsString()
  locale: string;
}

export class CardsOf {
  @IsString()
  user_id: string;

  @IsString()
  locale: string;
}

export class LinkCard extends CardToLink {
  @IsString()
  user_id: string;

  @IsString()
  locale: string;
}

export class UserCardRef extends CardsOf {
  @IsString()
  card_id: string;
}

export class RepresentationOf {
  @IsString()
  user_id: string;

  @IsString()
  card_id: string;

  @IsIn(['svg', 'png'])
  format: 'svg' | 'png';
}

export interface CardImage {
  /** SVG is text; PNG is base64, because calls are JSON. */
  content: string;
}

export class RemovedCard {
  @ApiProperty({ enum: [true], description: 'Always true: the card is not on the account any more.' })
  deleted: true;
}

export class CardFact {
  @ApiProperty({ description: 'The id of the user.', example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  user_id: string;

  @ApiProperty({ description: 'The id of the card.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  card_id: string;

  @ApiProperty({ description: 'The number of the card.', example: '6012345678' })
  identifier: string;

  @ApiProperty({ description: 'Name of the card definition' })
  card_definition: string;

  @ApiProperty({ description: 'The id of the tier.', example: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40' })
  card_tier_id: string;

  @ApiProperty({ description: 'Name of the tier; empty in events of earlier releases' })
  card_tier: string;
}

export class CardAdded extends CardFact {}

export const cardChanges = ['state', 'expiration', 'number', 'featured', 'removed'] as const;

export class CardChanged extends CardFact {
  @ApiProperty({ enum: cardChanges, isArray: true, description: 'What changed.' })
  changes: (typeof cardChanges)[number][];

  @ApiProperty({ enum: cardStates, description: 'The state of the card.' })
  state: CardState;
}

export class CardTierChanged extends CardFact {
  @ApiProperty({ description: 'The id of the previous tier.' })
  previous_card_tier_id: string;

  @ApiProperty({ description: 'Name of the previous tier' })
  previous_card_tier: string;
}

export const cardsOfUser = rpc('cards.of-user', CardsOf).returns<UserCards>(); // row 21
export const addCard = rpc('cards.add', AddCard).returns<Card>(); // row 18
export const featureCard = rpc('cards.feature', UserCardRef).returns<Card>();
export const removeCard = rpc('cards.remove', UserCardRef).returns<RemovedCard>();
/** An operator adds a card to an account. */
export const linkCard = rpc('cards.link', LinkCard).returns<Card>();
/** An operator removes the card, even if its definition does not let users remove it. */
export const withdrawCard = rpc('cards.withdraw', UserCardRef).returns<RemovedCard>();
export const cardRepresentation = rpc('cards.representation', RepresentationOf).returns<CardImage>();

/** Each fact concerns one user: a change of a card on three accounts is three facts. */
export const cardAdded = fact<CardAdded>('cards.card-added');
export const cardChanged = fact<CardChanged>('cards.card-changed');
export const cardTierChanged = fact<CardTierChanged>('cards.card-tier-changed');
