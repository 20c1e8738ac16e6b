import * as contract from '@ces/contracts/cards/card-administration';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AdministrationService } from './administration.service.js';
import { TransfersService } from './transfers.service.js';

@Controller()
export class AdministrationController {
  constructor(
    private readonly administration: AdministrationService,
    private readonly transfers: TransfersService,
  ) {}

  @Handle(contract.getCard)
  get(request: contract.CardRef) {
    return this.administration.get(request);
  }

  @Handle(contract.changeCard)
  change(request: contract.ChangeCard) {
    return this.administration.change(request);
  }

  @Handle(contract.transferCard)
  transfer(request: contract.TransferCard) {
    return this.transfers.transfer(request);
  }
}
