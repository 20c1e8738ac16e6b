import * as contract from '@ces/contracts/cards/card-definitions';
import type { SearchPage } from '@ces/contracts/paging';
import type { ByKey } from '@ces/contracts/by-name/by-name';
import * as byName from '@ces/contracts/cards/by-name';
import { Handle } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { DefinitionsService } from './definitions.service.js';
import { NamedDefinitions } from './named-definitions.js';

@Controller()
export class DefinitionsController {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly named: NamedDefinitions,
    private readonly byName: ByName,
  ) {}

  @Handle(contract.createCardDefinition)
  create(request: contract.NewCardDefinition) {
    return this.definitions.create(request);
  }

  @Handle(contract.putCardDefinition)
  put(request: contract.PutCardDefinition) {
    return this.definitions.put(request.id, request);
  }

  @Handle(contract.getCardDefinition)
  get(request: contract.CardDefinitionRef) {
    return this.definitions.get(request.id);
  }

  @Handle(contract.listCardDefinitions)
  list(request: SearchPage) {
    return this.definitions.list(request);
  }

  @Handle(byName.getCardDefinitionByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putCardDefinitionByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutCardDefinitionByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }
}
