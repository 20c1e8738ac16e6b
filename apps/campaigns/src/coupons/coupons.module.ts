import { Module } from '@nestjs/common';
import { TalliesModule } from '../tallies/tallies.module.js';
import { CodesService } from './codes.service.js';
import { CouponStockService } from './coupon-stock.service.js';
import { CouponStore } from './coupon.store.js';
import { CouponsController } from './coupons.controller.js';
import { CouponsService } from './coupons.service.js';

@Module({
  imports: [TalliesModule],
  controllers: [CouponsController],
  providers: [CodesService, CouponsService, CouponStockService, CouponStore],
  exports: [CodesService, CouponsService],
})
export class CouponsModule {}
