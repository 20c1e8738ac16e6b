import type { NewOptin, OptinDefinition } from '@ces/contracts/cards/optins';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { OptinEntity } from './optin.entity.js';
import { OptinsService } from './optins.service.js';

@Injectable()
export class NamedOptins implements Named<NewOptin, OptinDefinition> {
  readonly space = 'opt-ins';
  readonly notFound = 'optin-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly optins: OptinsService,
  ) {
    this.keys = keysIn(transactions, OptinEntity, { retired_at: IsNull() });
  }

  get(id: string): Promise<OptinDefinition> {
    return this.optins.get(id);
  }

  async create(given: NewOptin): Promise<Made<OptinDefinition>> {
    return { shown: await this.optins.create(given) };
  }

  replace(id: string, given: NewOptin): Promise<OptinDefinition> {
    return this.optins.put(id, given);
  }
}
