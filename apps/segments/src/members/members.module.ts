import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { MemberStore } from './member.store.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [FilesModule, SegmentsModule],
  controllers: [MembersController],
  providers: [MemberStore, MembersService],
  exports: [MembersService],
})
export class MembersModule {}
