import { LongReadStore } from '@ces/service/database/long-read.store';
import { Module } from '@nestjs/common';
import { StatStore } from './stat.store.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({
  controllers: [StatsController],
  providers: [LongReadStore, StatsService, StatStore],
  exports: [StatsService],
})
export class StatsModule {}
