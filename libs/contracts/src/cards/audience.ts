import { ArrayMaxSize, IsArray, IsString, Matches } from 'class-validator';
import type { CardState } from './cards.js';
import { storable } from '../identity/clients.js';
import { rpc } from '../rpc.js';

/** One reply must hold everything about up to a thousand users. After a 413 the caller asks about fewer users. */
export class AudienceOf {
  @IsArray()
  @ArrayMaxSize(1_000)
  @Matches(storable, { each: true })
  user_ids: string[];
}

export interface AudienceCard {
  card_id: string;
  /** The name of the card definition. */
  card_definition: string;
  card_tier_id: string;
  state: CardState;
}

/** The facts about a user that a campaign's audience is compared with. */
export interface Audience {
  user_id: string;
  /** The user's active cards, the featured one first. */
  cards: AudienceCard[];
  /** Ids of the opt-ins that the user has given and not withdrawn. A retired opt-in counts until the user withdraws it. */
  optins: string[];
}

/** Ids that a campaign's audience may name. */
export class AudienceNames {
  @IsString({ each: true })
  @ArrayMaxSize(100)
  optins: string[];

  @IsString({ each: true })
  @ArrayMaxSize(100)
  card_tiers: string[];
}

/** Answers in the order of the request; an unknown user has empty lists. A reply that would be too large is 413. */
export const audienceOf = rpc('cards.audience', AudienceOf).returns<Audience[]>();
/** Returns the ids that exist. A retired opt-in still exists. */
export const knownToCards = rpc('cards.audience.known', AudienceNames).returns<AudienceNames>();
