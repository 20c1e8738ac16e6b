import * as contract from '@ces/contracts/cards/card-definitions';
import type { Page } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { DefinitionsService } from './definitions.service.js';

@Controller()
export class DefinitionsController {
  constructor(private readonly definitions: DefinitionsService) {}

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
  list(request: Page) {
    return this.definitions.list(request);
  }
}
