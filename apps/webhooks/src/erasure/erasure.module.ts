import { TombstoneStore } from '@ces/service/tombstones/tombstone.store';
import { Tombstones } from '@ces/service/tombstones/tombstones.service';
import { Module } from '@nestjs/common';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { LogModule } from '../log/log.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { WakesModule } from '../wakes/wakes.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [AttemptsModule, LogModule, QueuesModule, WakesModule],
  controllers: [ErasureController],
  providers: [ErasureService, Tombstones, TombstoneStore],
})
export class ErasureModule {}
