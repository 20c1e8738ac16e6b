import * as contract from '@ces/contracts/campaigns/slips';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { SlipsService } from './slips.service.js';

@Controller()
export class SlipsController {
  constructor(private readonly slips: SlipsService) {}

  @Handle(contract.slipsOf)
  ofUser(request: contract.SlipsOf) {
    return this.slips.ofUser(request);
  }

  @Handle(contract.changeSlip)
  change(request: contract.ChangeSlip) {
    return this.slips.change(request);
  }

  @Handle(contract.redeemTicket)
  redeem(request: contract.TicketCode) {
    return this.slips.redeem(request);
  }

  @Handle(contract.revokeTicket)
  revoke(request: contract.SlipRef) {
    return this.slips.revoke(request.id);
  }
}
