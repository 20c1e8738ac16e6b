import { Module } from '@nestjs/common';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { ExportService } from './export.service.js';
import { UserDataStore } from './user-data.store.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';

@Module({
  imports: [TombstonesModule],
  controllers: [ErasureController],
  providers: [ErasureService, ExportService, UserDataStore],
})
export class ErasureModule {}
