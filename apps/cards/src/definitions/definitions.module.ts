import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { Module } from '@nestjs/common';
import { DefinitionStore } from './definition.store.js';
import { DefinitionsController } from './definitions.controller.js';
import { DefinitionsService } from './definitions.service.js';
import { TiersService } from './tiers.service.js';
import { NamedDefinitions } from './named-definitions.js';

@Module({
  imports: [ByNameModule],
  controllers: [DefinitionsController],
  providers: [NamedDefinitions, DefinitionStore, DefinitionsService, TiersService],
  exports: [TiersService],
})
export class DefinitionsModule {}
