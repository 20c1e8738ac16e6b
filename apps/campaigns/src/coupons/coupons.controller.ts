import * as contract from '@ces/contracts/campaigns/coupons';
import type { Page } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CouponsService } from './coupons.service.js';
import { SlipsService } from './slips.service.js';

@Controller()
export class CouponsController {
  constructor(
    private readonly coupons: CouponsService,
    private readonly slips: SlipsService,
  ) {}

  @Handle(contract.createCoupon)
  create(request: contract.NewCoupon) {
    return this.coupons.create(request);
  }

  @Handle(contract.getCoupon)
  get(request: contract.CouponRef) {
    return this.coupons.get(request.id);
  }

  @Handle(contract.listCoupons)
  list(request: Page) {
    return this.coupons.list(request);
  }

  @Handle(contract.addCodes)
  addCodes(request: contract.AddCodes) {
    return this.coupons.addCodes(request);
  }

  @Handle(contract.slipsOf)
  slipsOf(request: contract.SlipsOf) {
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
