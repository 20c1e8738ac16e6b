import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CouponsController } from './coupons.controller.js';
import { CouponsAdminController } from './coupons-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [CouponsController, CouponsAdminController],
})
export class CouponsModule {}
