import { Module } from '@nestjs/common';
import { DefinitionCache } from './definition-cache.js';
import { DefinitionUsesService } from './definition-uses.service.js';
import { DefinitionsController } from './definitions.controller.js';
import { DefinitionsService } from './definitions.service.js';

@Module({
  controllers: [DefinitionsController],
  providers: [DefinitionsService, DefinitionUsesService, DefinitionCache],
  exports: [DefinitionCache],
})
export class DefinitionsModule {}
