import {
  audienceOf,
  knownToCards,
  type Audience,
  type AudienceNames,
  type AudienceOf,
} from '@ces/contracts/cards/audience';
import * as sets from '@ces/contracts/cards/audience-size';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AudienceService } from './audience.service.js';

@Controller()
export class AudienceController {
  constructor(private readonly audience: AudienceService) {}

  @Handle(audienceOf)
  of(request: AudienceOf): Promise<Audience[]> {
    return this.audience.of(request.user_ids);
  }

  @Handle(knownToCards)
  known(request: AudienceNames): Promise<AudienceNames> {
    return this.audience.known(request);
  }

  @Handle(sets.countCardsAudience)
  count(request: sets.CountCardsAudience) {
    return this.audience.count(request);
  }

  @Handle(sets.cardsAudience)
  after(request: sets.CardsAudienceAfter) {
    return this.audience.after(request);
  }
}
