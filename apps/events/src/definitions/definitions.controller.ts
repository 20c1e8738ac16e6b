import { letDefinitionGo, useDefinition, type DefinitionUse, type LetGo } from '@ces/contracts/events/definition-use';
import {
  definitionVersions,
  getDefinition,
  listDefinitions,
  putDefinition,
  retireDefinition,
  type DefinitionQuery,
  type EventDefinition,
  type NewDefinition,
  type RetireDefinition,
  type RetiredDefinition,
  type StoredDefinition,
  type VersionsQuery,
} from '@ces/contracts/events/events';
import { SearchPage, type Paged } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { DefinitionUsesService } from './definition-uses.service.js';
import { DefinitionsService } from './definitions.service.js';
import { RetiredDefinitionsService } from './retired-definitions.service.js';

@Controller()
export class DefinitionsController {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly uses: DefinitionUsesService,
    private readonly retired: RetiredDefinitionsService,
  ) {}

  @Handle(putDefinition) // row 1
  put(request: NewDefinition): Promise<EventDefinition> {
    return this.definitions.put(request);
  }

  @Handle(retireDefinition)
  retire(request: RetireDefinition): Promise<RetiredDefinition> {
    return this.retired.retire(request);
  }

  @Handle(getDefinition)
  get(request: DefinitionQuery): Promise<StoredDefinition> {
    return this.definitions.get(request.event_name, request.version);
  }

  @Handle(definitionVersions)
  versions(request: VersionsQuery): Promise<Paged<StoredDefinition>> {
    return this.definitions.versions(request.event_name, request);
  }

  @Handle(listDefinitions)
  list(request: SearchPage): Promise<Paged<StoredDefinition>> {
    return this.definitions.list(request);
  }

  @Handle(useDefinition)
  use(request: DefinitionUse): Promise<{ version: number }> {
    return this.uses.register(request);
  }

  @Handle(letDefinitionGo)
  letGo(request: LetGo): Promise<{ deleted: true }> {
    return this.uses.letGo(request);
  }
}
