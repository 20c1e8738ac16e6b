import { Module } from '@nestjs/common';
import { TailController } from './tail.controller.js';
import { TailService } from './tail.service.js';
import { TailStore } from './tail.store.js';

@Module({ controllers: [TailController], providers: [TailService, TailStore], exports: [TailService] })
export class TailModule {}
