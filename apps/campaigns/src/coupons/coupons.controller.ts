import * as contract from '@ces/contracts/campaigns/coupons';
import type { SearchPage } from '@ces/contracts/paging';
import * as byName from '@ces/contracts/campaigns/by-name';
import type { ByKey } from '@ces/contracts/by-name/by-name';
import { Handle } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { CouponsService } from './coupons.service.js';
import { NamedCoupons } from './named-coupons.js';

@Controller()
export class CouponsController {
  constructor(
    private readonly coupons: CouponsService,
    private readonly named: NamedCoupons,
    private readonly byName: ByName,
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
  list(request: SearchPage) {
    return this.coupons.list(request);
  }

  @Handle(contract.addCodes)
  addCodes(request: contract.AddCodes) {
    return this.coupons.addCodes(request);
  }

  @Handle(byName.getCouponByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putCouponByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutCouponByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }
}
