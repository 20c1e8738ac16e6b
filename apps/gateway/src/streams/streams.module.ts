import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EventStreams } from './event-streams.service.js';

@Module({ imports: [AccessModule], providers: [EventStreams], exports: [EventStreams] })
export class StreamsModule {}
