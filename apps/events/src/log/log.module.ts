import { Module } from '@nestjs/common';
import { LogController } from './log.controller.js';
import { LogPartitions } from './log-partitions.js';
import { LogService } from './log.service.js';

@Module({ controllers: [LogController], providers: [LogService, LogPartitions], exports: [LogService] })
export class LogModule {}
