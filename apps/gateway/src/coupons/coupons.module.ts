import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CodeUploadService } from './code-upload.service.js';
import { CouponCodesController } from './coupon-codes.controller.js';
import { CouponsController } from './coupons.controller.js';
import { CouponsAdminController } from './coupons-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [CouponCodesController, CouponsController, CouponsAdminController],
  providers: [CodeUploadService],
})
export class CouponsModule {}
