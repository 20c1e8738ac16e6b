import { Module } from '@nestjs/common';
import { DefinitionsController } from './definitions.controller.js';
import { DefinitionsService } from './definitions.service.js';

@Module({ controllers: [DefinitionsController], providers: [DefinitionsService] })
export class DefinitionsModule {}
