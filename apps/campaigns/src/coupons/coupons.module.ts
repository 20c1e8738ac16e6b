import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { JobLineStore } from '@ces/service/jobs/job-line.store';
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
import { NamedCoupons } from './named-coupons.js';

@Module({
  imports: [ByNameModule, TalliesModule],
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
    JobLineStore,
    NamedCoupons,
  ],
  exports: [CodesService, CouponsService],
})
export class CouponsModule {}
