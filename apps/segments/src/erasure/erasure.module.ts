import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { MembersModule } from '../members/members.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [ConnectionsModule, EntriesModule, MembersModule, SegmentsModule],
  controllers: [ErasureController],
  providers: [ErasureService],
})
export class ErasureModule {}
