import { LongReadStore } from '@ces/service/database/long-read.store';
import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { AudienceService } from './audience.service.js';
import { AudienceStore } from './audience.store.js';
import { MemberStore } from './member.store.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [FilesModule, SegmentsModule],
  controllers: [MembersController],
  providers: [AudienceService, AudienceStore, LongReadStore, MemberStore, MembersService],
  exports: [MembersService],
})
export class MembersModule {}
