import { Module } from '@nestjs/common';
import { SlipStore } from './slip.store.js';
import { SlipsController } from './slips.controller.js';
import { SlipsService } from './slips.service.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';

@Module({
  imports: [TombstonesModule],
  controllers: [SlipsController],
  providers: [SlipsService, SlipStore],
  exports: [SlipsService],
})
export class SlipsModule {}
