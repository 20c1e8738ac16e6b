import { TombstoneStore } from '@ces/service/tombstones/tombstone.store';
import { Tombstones } from '@ces/service/tombstones/tombstones.service';
import { Module } from '@nestjs/common';
import { LogModule } from '../log/log.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { TailModule } from '../tail/tail.module.js';
import { UsersModule } from '../users/users.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [LogModule, StatsModule, TailModule, UsersModule],
  controllers: [ErasureController],
  providers: [ErasureService, Tombstones, TombstoneStore],
})
export class ErasureModule {}
