import {
  balancesOf,
  createStack,
  getStack,
  listStacks,
  putStack,
  transactionsOf,
  type Stack,
} from '@ces/contracts/campaigns/stacks';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { randomUUID } from 'node:crypto';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { LedgerService } from './ledger.service.js';

describe('stacks', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  const names = (blocks: { name: string }[]) => blocks.map(({ name }) => name);

  it('keep blocks that a request does not name, recognise the others by id or name, and add new ones at the end', async () => {
    const stack = await service.bus.call(createStack, { name: 'Points', blocks: [{ name: 'a' }, { name: 'b' }] });
    const [a, b] = stack.blocks;
    if (!a || !b) throw new Error('two blocks');
    const put = { id: stack.id, name: 'Miles', blocks: [{ name: 'c' }, { id: b.id.toUpperCase(), name: 'B' }] };
    const changed = await service.bus.call(putStack, put);
    expect(changed).toMatchObject({ id: stack.id, name: 'Miles', created: stack.created });
    expect(names(changed.blocks)).toEqual(['a', 'B', 'c']);
    expect(changed.blocks.slice(0, 2).map(({ id }) => id)).toEqual([a.id, b.id]);
    const again = await service.bus.call(putStack, { id: stack.id, name: 'Miles', blocks: [{ name: 'c' }] });
    expect(again).toEqual(changed);
    expect(await service.bus.call(getStack, { id: stack.id.toUpperCase() })).toEqual(changed);
  });

  it('refuse a block of another stack', async () => {
    const [stack, other] = [await service.newStack(), await service.newStack()];
    const blocks = [{ name: 'default' }, { id: other.blocks[0]?.id ?? '', name: 'x' }];
    expect(await refusalOf(service.bus.call(putStack, { id: stack.id, name: 'Points', blocks }))).toEqual({
      ...{ status: 400, code: 'validation-failed' },
      pointers: ['#/blocks/1/id'],
    });
  });

  it('are listed newest first, each with its blocks', async () => {
    const [first, second] = [await service.newStack(), await service.newStack()];
    const { items } = await service.bus.call(listStacks, { limit: 2 });
    expect(items).toEqual([second, first]);
  });

  it('have one block where none is given', async () => {
    expect((await service.bus.call(createStack, { name: 'Plain' })).blocks).toMatchObject([{ name: 'default' }]);
  });

  it('that do not exist are neither read nor put', async () => {
    for (const id of [randomUUID(), 'stack']) {
      for (const call of [service.bus.call(getStack, { id }), service.bus.call(putStack, { id, name: 'Points' })]) {
        expect(await problemOf(call)).toEqual({ status: 404, code: 'stack-not-found' });
      }
    }
  });

  it('are found by a part of their name in any case, and by no pattern', async () => {
    const { id } = await service.bus.call(createStack, { name: 'Ämter 100%_done' });
    const found = async (q: string) => (await service.bus.call(listStacks, { q })).items.map((stack) => stack.id);
    expect(await found('ämter 100%')).toEqual([id]);
    expect(await found('0%_d')).toEqual([id]);
    expect(await found('1%0')).toEqual([]);
    expect(await found('Ämter_100')).toEqual([]);
  });

  it('lose no block when two changes come at once', async () => {
    const { id } = await service.newStack();
    const put = (name: string) =>
      service.bus.call(putStack, { id, name: 'Points', blocks: [{ name }, { name: 'both' }] });
    await Promise.all([put('one'), put('two'), put('one')]);
    const { blocks } = await service.bus.call(getStack, { id });
    expect(names(blocks).sort()).toEqual(['both', 'default', 'one', 'two']);
  });

  describe('as a ledger', () => {
    const book = ({ id, blocks }: Stack, user_id: string, values: [block: number, value: number][]) =>
      service.app.get(Transactions).run(() =>
        service.app.get(LedgerService).book(
          values.map(([block, value], effect) => ({
            ...{ id: newId(), user_id, stack_id: id, block_id: blocks[block]?.id ?? '', value, effect },
            ...{ campaign_id: randomUUID(), event_id: randomUUID() },
          })),
        ),
      );
    const twoBlocks = () =>
      service.bus.call(createStack, { name: 'Points', blocks: [{ name: 'base' }, { name: 'bonus' }] });
    const balances = async (user_id: string) =>
      (await service.bus.call(balancesOf, { user_id })).map(({ block_name, value }) => [block_name, value]);

    it('have the sum of all transactions of a block as its balance, in the order of stacks and blocks', async () => {
      const [stack, other, user] = [await twoBlocks(), await service.newStack(), newUser()];
      await book(other, user, [[0, 7]]);
      await book(stack, user, [
        [1, 5],
        [0, 1],
        [0, 9_007_199_254_740_990],
        [0, 2],
        [0, -2],
        [1, -3],
      ]);
      await book(stack, user, [[1, -10]]);
      expect(await balances(user)).toEqual([
        ['base', 9_007_199_254_740_991],
        ['bonus', -8],
        ['default', 7],
      ]);
      expect(await balances(newUser())).toEqual([]);
    });

    it('keep a balance of 0, and book nothing where nothing is given', async () => {
      const [stack, user] = [await service.newStack(), newUser()];
      await book(stack, user, [[0, 5]]);
      await book(stack, user, [[0, -5]]);
      await book(stack, user, []);
      expect(await balances(user)).toEqual([['default', 0]]);
    });

    it('list the transactions of a user, the newest first and page by page', async () => {
      const [stack, user] = [await twoBlocks(), newUser()];
      await book(stack, user, [
        [0, 1],
        [1, 2],
        [0, -3],
      ]);
      await book(stack, newUser(), [[0, 4]]);
      const first = await service.bus.call(transactionsOf, { user_id: user, limit: 2 });
      const second = await service.bus.call(transactionsOf, { user_id: user, limit: 2, cursor: first.next ?? '' });
      expect([...first.items, ...second.items].map(({ value }) => value)).toEqual([-3, 2, 1]);
      expect(first.items[0]).toEqual({
        ...{ id: expect.any(String) as string, stack_id: stack.id, block_id: stack.blocks[0]?.id, user_id: user },
        ...{ value: -3, created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/) as string },
      });
      expect(second.next).toBeNull();
    });

    it('add up what many transactions at once book for one user', async () => {
      const [stack, user] = [await twoBlocks(), newUser()];
      await Promise.all(
        Array.from({ length: 10 }, () =>
          book(stack, user, [
            [1, 1],
            [0, 2],
          ]),
        ),
      );
      expect(await balances(user)).toEqual([
        ['base', 20],
        ['bonus', 10],
      ]);
    });
  });
});
