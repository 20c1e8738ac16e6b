import { Module } from '@nestjs/common';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { ExportService } from './export.service.js';

@Module({ controllers: [ErasureController], providers: [ErasureService, ExportService] })
export class ErasureModule {}
