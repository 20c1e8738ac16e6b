import { cardRepresentation, type CardImage, type RepresentationOf } from '@ces/contracts/cards/cards';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { RepresentationService } from './representation.service.js';

@Controller()
export class RepresentationController {
  constructor(private readonly representation: RepresentationService) {}

  @Handle(cardRepresentation)
  render(request: RepresentationOf): Promise<CardImage> {
    return this.representation.of(request);
  }
}
