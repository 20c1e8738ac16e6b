import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { QueueStore } from './queue.store.js';
import { QueuesService } from './queues.service.js';

@Module({ imports: [ClockModule], providers: [QueuesService, QueueStore], exports: [QueuesService] })
export class QueuesModule {}
