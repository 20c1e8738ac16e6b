import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { MissesModule } from '../misses/misses.module.js';
import { OptinsModule } from '../optins/optins.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { ErasureStore } from './erasure.store.js';
import { ExportService } from './export.service.js';

@Module({
  imports: [CardsModule, MissesModule, OptinsModule, TombstonesModule],
  controllers: [ErasureController],
  providers: [ErasureService, ErasureStore, ExportService],
})
export class ErasureModule {}
