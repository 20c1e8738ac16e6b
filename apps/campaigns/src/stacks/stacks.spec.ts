import { createStack, getStack, listStacks, putStack } from '@ces/contracts/campaigns/stacks';
import { refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('stacks', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

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
});
