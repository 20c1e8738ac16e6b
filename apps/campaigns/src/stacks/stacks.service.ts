import type { Page, Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import type { Block, NewStack, PutStack, Stack } from '@ces/contracts/campaigns/stacks';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

interface Row {
  id: string;
  name: string;
  blocks: Block[];
  created_at: Date;
}

const select = `
  SELECT s.id, s.name, s.created_at, (
           SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY position) FROM stack_block
            WHERE stack_id = s.id
         ) AS blocks
    FROM stack s`;

@Injectable()
export class StacksService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  create({ name, blocks = [{ name: 'default' }] }: NewStack): Promise<Stack> {
    return this.transactions.run(async (tx) => {
      const id = newId();
      await tx.query('INSERT INTO stack (id, name, created_at) VALUES ($1, $2, now())', [id, name]);
      await storeBlocks(tx, id, blocks, []);
      return find(tx, id);
    });
  }

  /** Blocks that are not named stay: what was booked on them is still there. */
  put({ id, name, blocks = [] }: PutStack): Promise<Stack> {
    return this.transactions.run(async (tx) => {
      if (isUuid(id)) await tx.query('SELECT FROM stack WHERE id = $1 FOR UPDATE', [id]);
      const stack = await find(tx, id);
      await tx.query('UPDATE stack SET name = $2 WHERE id = $1', [stack.id, name]);
      await storeBlocks(tx, stack.id, blocks, stack.blocks);
      return find(tx, stack.id);
    });
  }

  get(id: string): Promise<Stack> {
    return find(this.database.manager, id);
  }

  list(page: Page): Promise<Paged<Stack>> {
    const sql = `${select} WHERE $1::uuid IS NULL OR s.id < $1 ORDER BY s.id DESC LIMIT $2`;
    return pageOf(page, (...bounds) => this.database.query<Row[]>(sql, bounds), toStack);
  }
}

/** One is recognised by its id, else by its name; others are new and come last. */
async function storeBlocks(
  tx: EntityManager,
  stackId: string,
  given: NewStack['blocks'],
  known: Block[],
): Promise<void> {
  const blocks = (given ?? []).map(({ id, name }, index) => {
    const same = known.find((each) => (id === undefined ? each.name === name : each.id === id.toLowerCase()));
    if (id !== undefined && !same) {
      throw faulty('validation-failed', [
        { pointer: `#/blocks/${index}/id`, code: 'unknown', detail: 'is no block of this stack' },
      ]);
    }
    const position = same ? known.indexOf(same) : known.length + index;
    return { id: same?.id ?? newId(), name, position };
  });
  await tx.query(
    `INSERT INTO stack_block (id, stack_id, position, name)
     SELECT id, $1, position, name FROM json_to_recordset($2) AS x(id uuid, position integer, name text)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    [stackId, JSON.stringify([...new Map(blocks.map((block) => [block.id, block])).values()])],
  );
}

async function find(tx: EntityManager, id: string): Promise<Stack> {
  const [row] = isUuid(id) ? await tx.query<Row[]>(`${select} WHERE s.id = $1`, [id]) : [];
  if (!row) throw new Problem('stack-not-found', 'There is no stack of this id.');
  return toStack(row);
}

function toStack({ id, name, blocks, created_at }: Row): Stack {
  return { id, name, blocks, created: timestamp(created_at) };
}
