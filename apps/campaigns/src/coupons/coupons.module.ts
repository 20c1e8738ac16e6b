import { Module } from '@nestjs/common';
import { CouponStockService } from './coupon-stock.service.js';
import { CouponsController } from './coupons.controller.js';
import { CouponsService } from './coupons.service.js';
import { SlipsService } from './slips.service.js';

@Module({
  controllers: [CouponsController],
  providers: [CouponsService, CouponStockService, SlipsService],
  exports: [CouponStockService],
})
export class CouponsModule {}
