import { ArrayMaxSize, IsArray, IsInt, IsString, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { rpc } from '../rpc.js';
import { mostUserIds } from '../user-id.js';

/** The users who have given all of the opt-ins, and have an active card on one of the tiers if there are any. */
export class CardsAudience {
  @IsString({ each: true })
  @ArrayMaxSize(100)
  optins: string[];

  @IsString({ each: true })
  @ArrayMaxSize(100)
  card_tiers: string[];
}

export class CountCardsAudience extends CardsAudience {
  /** Only these users are counted, each once. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(mostUserIds)
  @IsString({ each: true })
  among?: string[];
}

export class CardsAudienceAfter extends CardsAudience {
  @IsString()
  after: string;

  @IsInt()
  @Min(1)
  @Max(mostUserIds)
  limit: number;
}

export const countCardsAudience = rpc('cards.audience.count', CountCardsAudience).returns<{ users: number }>();
/** Returns the next users in the order of their ids. */
export const cardsAudience = rpc('cards.audience.users', CardsAudienceAfter).returns<{ user_ids: string[] }>();
