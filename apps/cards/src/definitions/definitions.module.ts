import { Module } from '@nestjs/common';
import { DefinitionStore } from './definition.store.js';
import { DefinitionsController } from './definitions.controller.js';
import { DefinitionsService } from './definitions.service.js';
import { TiersService } from './tiers.service.js';

@Module({
  controllers: [DefinitionsController],
  providers: [DefinitionStore, DefinitionsService, TiersService],
  exports: [TiersService],
})
export class DefinitionsModule {}
