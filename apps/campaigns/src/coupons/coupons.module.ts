import { Module } from '@nestjs/common';
import { CouponsController } from './coupons.controller.js';
import { CouponsService } from './coupons.service.js';
import { SlipsService } from './slips.service.js';

@Module({ controllers: [CouponsController], providers: [CouponsService, SlipsService] })
export class CouponsModule {}
