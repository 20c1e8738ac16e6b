import { Module } from '@nestjs/common';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { ExportService } from './export.service.js';
import { FactsOfUser } from './facts-of-user.js';

@Module({ controllers: [ErasureController], providers: [ErasureService, ExportService, FactsOfUser] })
export class ErasureModule {}
