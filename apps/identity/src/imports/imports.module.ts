import { Module } from '@nestjs/common';
import { ImportStore } from './import.store.js';
import { ImportBatchService } from './import-batch.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { MemberPartsService } from './member-parts.service.js';
import { MemberStore } from './member.store.js';

@Module({
  controllers: [ImportsController],
  providers: [ImportBatchService, ImportStore, ImportsService, MemberPartsService, MemberStore],
})
export class ImportsModule {}
