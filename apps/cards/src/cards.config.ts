import { DatabaseConfig } from '@ces/service/config/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class CardsConfig extends DatabaseConfig {
  /** How many cards an account may have. All of them must fit into one answer. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  CARDS_PER_USER = 50;

  /** The pause in seconds between two runs of the chore that expires cards. Answers do not wait for it. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(86_400)
  CARD_EXPIRY_SECONDS = 60;
}
