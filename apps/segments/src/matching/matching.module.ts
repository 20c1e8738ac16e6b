import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { EntrySender } from './entry-sender.js';
import { MatchWorker } from './match-worker.js';
import { MatchService } from './match.service.js';

@Module({
  imports: [ConnectionsModule],
  providers: [EntrySender, MatchService, MatchWorker],
  exports: [MatchWorker],
})
export class MatchingModule {}
