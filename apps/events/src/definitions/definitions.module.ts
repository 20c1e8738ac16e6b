import { Module } from '@nestjs/common';
import { DefinitionCache } from './definition-cache.js';
import { DefinitionsController } from './definitions.controller.js';
import { DefinitionsService } from './definitions.service.js';

@Module({
  controllers: [DefinitionsController],
  providers: [DefinitionsService, DefinitionCache],
  exports: [DefinitionCache],
})
export class DefinitionsModule {}
