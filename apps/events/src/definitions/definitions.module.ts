import { Module } from '@nestjs/common';
import { DefinitionCache } from './definition-cache.service.js';
import { DefinitionOwnersService } from './definition-owners.service.js';
import { DefinitionUsesService } from './definition-uses.service.js';
import { DefinitionStore } from './definition.store.js';
import { DefinitionsController } from './definitions.controller.js';
import { DefinitionsService } from './definitions.service.js';
import { RetiredDefinitionsService } from './retired-definitions.service.js';
import { ValidationService } from './validation.service.js';

@Module({
  controllers: [DefinitionsController],
  providers: [
    DefinitionCache,
    DefinitionOwnersService,
    DefinitionStore,
    DefinitionUsesService,
    DefinitionsService,
    RetiredDefinitionsService,
    ValidationService,
  ],
  exports: [ValidationService],
})
export class DefinitionsModule {}
