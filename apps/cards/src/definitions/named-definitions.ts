import type { NewCardDefinition, CardDefinition } from '@ces/contracts/cards/card-definitions';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { CardDefinitionEntity } from './card-definition.entity.js';
import { DefinitionsService } from './definitions.service.js';

@Injectable()
export class NamedDefinitions implements Named<NewCardDefinition, CardDefinition> {
  readonly space = 'card definitions';
  readonly notFound = 'card-definition-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly definitions: DefinitionsService,
  ) {
    this.keys = keysIn(transactions, CardDefinitionEntity);
  }

  get(id: string): Promise<CardDefinition> {
    return this.definitions.get(id);
  }

  async create(given: NewCardDefinition): Promise<Made<CardDefinition>> {
    return { shown: await this.definitions.create(given) };
  }

  replace(id: string, given: NewCardDefinition): Promise<CardDefinition> {
    return this.definitions.put(id, given);
  }
}
