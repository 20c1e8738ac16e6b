import { Module } from '@nestjs/common';
import { UsesController } from './uses.controller.js';
import { UsesService } from './uses.service.js';

@Module({ controllers: [UsesController], providers: [UsesService] })
export class UsesModule {}
