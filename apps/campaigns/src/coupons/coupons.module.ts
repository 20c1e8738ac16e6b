import { Module } from '@nestjs/common';
import { TalliesModule } from '../tallies/tallies.module.js';
import { CodeListService } from './code-list.service.js';
import { CodeListStore } from './code-list.store.js';
import { CodesService } from './codes.service.js';
import { CouponStockService } from './coupon-stock.service.js';
import { CouponStore } from './coupon.store.js';
import { CouponsController } from './coupons.controller.js';
import { CouponsService } from './coupons.service.js';
import { AddImportedCodesService } from './import/add-imported-codes.service.js';
import { CodeImportStore } from './import/code-import.store.js';
import { CodeImportsController } from './import/code-imports.controller.js';
import { CodeImportsService } from './import/code-imports.service.js';

@Module({
  imports: [TalliesModule],
  controllers: [CodeImportsController, CouponsController],
  providers: [
    AddImportedCodesService,
    CodeImportsService,
    CodeImportStore,
    CodeListService,
    CodeListStore,
    CodesService,
    CouponsService,
    CouponStockService,
    CouponStore,
  ],
  exports: [CodesService, CouponsService],
})
export class CouponsModule {}
