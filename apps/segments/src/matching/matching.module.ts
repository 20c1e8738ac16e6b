import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { FilesModule } from '../files/files.module.js';
import { MembersModule } from '../members/members.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { MatchWorker } from './match-worker.service.js';
import { MatchService } from './match.service.js';

@Module({
  imports: [ConnectionsModule, EntriesModule, FilesModule, MembersModule, SegmentsModule],
  providers: [MatchService, MatchWorker],
  exports: [MatchWorker],
})
export class MatchingModule {}
