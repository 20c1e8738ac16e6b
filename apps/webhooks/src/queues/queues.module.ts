import { Module } from '@nestjs/common';
import { QueueStore } from './queue.store.js';
import { QueuesService } from './queues.service.js';

@Module({ providers: [QueuesService, QueueStore], exports: [QueuesService] })
export class QueuesModule {}
