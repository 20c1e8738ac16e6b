import { Module } from '@nestjs/common';
import { StatsModule } from '../stats/stats.module.js';
import { TailController } from './tail.controller.js';
import { TailService } from './tail.service.js';
import { TailStore } from './tail.store.js';

@Module({
  imports: [StatsModule],
  controllers: [TailController],
  providers: [TailService, TailStore],
  exports: [TailService],
})
export class TailModule {}
