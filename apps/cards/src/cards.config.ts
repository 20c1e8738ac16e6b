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

  /** The pause of the chore `expire-cards`. Answers treat a card as expired even before the chore does. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(86_400)
  CARD_EXPIRY_SECONDS = 60;
}
