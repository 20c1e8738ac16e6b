import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StreamsModule } from '../streams/streams.module.js';
import { ListenersController } from './listeners.controller.js';

@Module({ imports: [AccessModule, StreamsModule], controllers: [ListenersController] })
export class ListenersModule {}
