import type { NewStack, Stack } from '@ces/contracts/campaigns/stacks';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { StackEntity } from './stack.entity.js';
import { StacksService } from './stacks.service.js';

@Injectable()
export class NamedStacks implements Named<NewStack, Stack> {
  readonly space = 'stacks';
  readonly notFound = 'stack-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly stacks: StacksService,
  ) {
    this.keys = keysIn(transactions, StackEntity);
  }

  get(id: string): Promise<Stack> {
    return this.stacks.get(id);
  }

  async create(given: NewStack): Promise<Made<Stack>> {
    return { shown: await this.stacks.create(given) };
  }

  replace(id: string, given: NewStack): Promise<Stack> {
    return this.stacks.put({ allow_negative: false, ...given, id });
  }
}
