import { Module } from '@nestjs/common';
import { LogService } from './log.service.js';
import { LogTail } from './log-tail.js';
import { WeeklyPartitions } from './weekly-partitions.js';

@Module({ providers: [LogService, LogTail, WeeklyPartitions], exports: [LogService, LogTail] })
export class LogModule {}
