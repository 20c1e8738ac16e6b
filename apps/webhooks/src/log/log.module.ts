import { Module } from '@nestjs/common';
import { LogPartitions } from './log-partitions.service.js';
import { LogService } from './log.service.js';
import { LogStore } from './log.store.js';
import { LogTail } from './log-tail.js';

@Module({
  providers: [LogPartitions, LogService, LogStore, LogTail],
  exports: [LogPartitions, LogService, LogTail],
})
export class LogModule {}
