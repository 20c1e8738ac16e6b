import * as contract from '@ces/contracts/cards/cards';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CardsService } from './cards.service.js';

@Controller()
export class CardsController {
  constructor(private readonly cards: CardsService) {}

  @Handle(contract.cardsOfUser) // row 21
  ofUser(request: contract.CardsOf) {
    return this.cards.ofUser(request);
  }

  @Handle(contract.addCard) // row 18
  add(request: contract.AddCard) {
    return this.cards.add(request);
  }

  @Handle(contract.featureCard)
  feature(request: contract.UserCardRef) {
    return this.cards.feature(request);
  }

  @Handle(contract.removeCard)
  remove(request: contract.UserCardRef) {
    return this.cards.remove(request);
  }

  @Handle(contract.linkCard)
  link(request: contract.LinkCard) {
    return this.cards.link(request);
  }

  @Handle(contract.withdrawCard)
  withdraw(request: contract.UserCardRef) {
    return this.cards.withdraw(request);
  }
}
