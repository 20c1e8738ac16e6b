import type { Block, NewStack, PutStack, Stack } from '@ces/contracts/campaigns/stacks';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { containing } from '@ces/service/database/search';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { arrangeBlocks } from './arrange-blocks.js';
import { StackBlockEntity } from './stack-block.entity.js';
import { StackEntity } from './stack.entity.js';

@Injectable()
export class StacksService {
  constructor(private readonly transactions: Transactions) {}

  create({ name, blocks = [{ name: 'default' }], allow_negative = false }: NewStack): Promise<Stack> {
    return this.transactions.run(async () => {
      const id = newId();
      await this.transactions.of(StackEntity).insert({ id, name, allow_negative, created_at: new Date() });
      await this.storeBlocks(id, blocks, []);
      return this.get(id);
    });
  }

  /** Blocks that the request does not name stay, with their transactions. */
  put({ id, name, blocks = [], allow_negative }: PutStack): Promise<Stack> {
    return this.transactions.run(async () => {
      const stacks = this.transactions.of(StackEntity);
      // Two changes of one stack come one after the other.
      if (isUuid(id)) await stacks.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      const stack = await this.get(id);
      await demandUnchanged(() => Promise.resolve(stack));
      await stacks.update(stack.id, { name, ...(allow_negative === undefined ? {} : { allow_negative }) });
      await this.storeBlocks(stack.id, blocks, stack.blocks);
      return this.get(stack.id);
    });
  }

  async get(id: string): Promise<Stack> {
    const row = isUuid(id) ? await this.transactions.of(StackEntity).findOneBy({ id }) : null;
    if (!row) throw new Problem('stack-not-found', 'There is no stack of this id.');
    const blocks = await this.blocksOf([row.id]);
    return toStack(row, blocks.get(row.id));
  }

  list({ q, ...page }: SearchPage): Promise<Paged<Stack>> {
    return pageOf(
      page,
      (before, atMost) => this.newest(before, atMost, q),
      (stack) => stack,
    );
  }

  /** Leaves out stacks that do not exist. */
  async blocksOf(stackIds: string[]): Promise<Map<string, Block[]>> {
    const rows = await this.transactions
      .of(StackBlockEntity)
      .find({ where: { stack_id: In(stackIds.filter(isUuid)) }, order: { position: 'ASC' } });
    const groups = Map.groupBy(rows, ({ stack_id }) => stack_id);
    return new Map([...groups].map(([stackId, some]) => [stackId, some.map(({ id, name }) => ({ id, name }))]));
  }

  private async newest(before: string | null, atMost: number, q: string | undefined): Promise<Stack[]> {
    const rows = await this.transactions.of(StackEntity).find({
      where: {
        ...(before === null ? {} : { id: LessThan(before) }),
        ...(q === undefined ? {} : { name: containing(q) }),
      },
      order: { id: 'DESC' },
      take: atMost,
    });
    const blocks = await this.blocksOf(rows.map(({ id }) => id));
    return rows.map((row) => toStack(row, blocks.get(row.id)));
  }

  private async storeBlocks(stackId: string, given: NonNullable<NewStack['blocks']>, known: Block[]): Promise<void> {
    const { added, renamed } = arrangeBlocks(given, known);
    const blocks = this.transactions.of(StackBlockEntity);
    await blocks.insert(added.map((block) => ({ ...block, stack_id: stackId })));
    for (const { id, name } of renamed) await blocks.update(id, { name });
  }
}

function toStack({ id, key, name, allow_negative, created_at }: StackEntity, blocks: Block[] = []): Stack {
  return { id, key, name, blocks, allow_negative, created: created_at.toISOString() };
}
