import * as contract from '@ces/contracts/campaigns/coupons';
import type { SearchPage } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CouponsService } from './coupons.service.js';

@Controller()
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Handle(contract.createCoupon)
  create(request: contract.NewCoupon) {
    return this.coupons.create(request);
  }

  @Handle(contract.getCoupon)
  get(request: contract.CouponRef) {
    return this.coupons.get(request.id);
  }

  @Handle(contract.listCoupons)
  list(request: SearchPage) {
    return this.coupons.list(request);
  }

  @Handle(contract.addCodes)
  addCodes(request: contract.AddCodes) {
    return this.coupons.addCodes(request);
  }
}
