import { ArrayMaxSize, IsArray, IsString, Matches } from 'class-validator';
import type { CardState } from './cards.js';
import { storable } from '../identity/clients.js';
import { rpc } from '../rpc.js';

/** Of a thousand users one answer must hold everything: who has very many cards is asked about in smaller company. */
export class AudienceOf {
  @IsArray()
  @ArrayMaxSize(1_000)
  @Matches(storable, { each: true })
  user_ids: string[];
}

export interface AudienceCard {
  card_id: string;
  /** Its name. */
  card_definition: string;
  card_tier_id: string;
  state: CardState;
}

/** What decides whether a campaign means a user. */
export interface Audience {
  user_id: string;
  /** The active ones only, the featured one first. */
  cards: AudienceCard[];
  /** Ids of the opt-ins given and not withdrawn; a retired one counts until the user withdraws it. */
  optins: string[];
}

/** What a campaign may name to say whom it means. */
export class AudienceNames {
  @IsString({ each: true })
  @ArrayMaxSize(100)
  optins: string[];

  @IsString({ each: true })
  @ArrayMaxSize(100)
  card_tiers: string[];
}

/** In the order asked; of a user whom nobody knows both lists are empty. Too much for one reply: 413, ask for fewer. */
export const audienceOf = rpc('cards.audience', AudienceOf).returns<Audience[]>();
/** Those of them that there are, or have been: opt-ins are retired, never removed. */
export const knownToCards = rpc('cards.audience.known', AudienceNames).returns<AudienceNames>();
