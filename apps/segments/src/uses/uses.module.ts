import { Module } from '@nestjs/common';
import { UseStore } from './use.store.js';
import { UsesController } from './uses.controller.js';
import { UsesService } from './uses.service.js';

@Module({ controllers: [UsesController], providers: [UseStore, UsesService], exports: [UsesService] })
export class UsesModule {}
