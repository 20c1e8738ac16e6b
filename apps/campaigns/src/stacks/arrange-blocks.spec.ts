import { arrangeBlocks } from './arrange-blocks.js';

const known = [
  { id: 'a', name: 'base' },
  { id: 'b', name: 'bonus' },
];

describe('the blocks of a stack', () => {
  it('are recognised by their id, else by their name', () => {
    expect(arrangeBlocks([{ id: 'B', name: 'extra' }, { name: 'base' }], known)).toEqual({
      added: [],
      renamed: [
        { id: 'b', name: 'extra' },
        { id: 'a', name: 'base' },
      ],
    });
  });

  it('that are new come behind all that are known, in their order', () => {
    const { added, renamed } = arrangeBlocks([{ name: 'c' }, { name: 'base' }, { name: 'd' }], known);
    expect(added).toEqual([
      { id: expect.any(String) as string, name: 'c', position: 2 },
      { id: expect.any(String) as string, name: 'd', position: 4 },
    ]);
    expect(renamed).toEqual([known[0]]);
    expect(arrangeBlocks([{ name: 'c' }], []).added).toMatchObject([{ position: 0 }]);
  });

  it('are told apart by their names in the case in which they are written', () => {
    expect(arrangeBlocks([{ name: 'Base' }], known).added).toHaveLength(1);
  });

  it('named twice take the last name', () => {
    const given = [
      { id: 'a', name: 'one' },
      { id: 'a', name: 'two' },
    ];
    expect(arrangeBlocks(given, known).renamed).toEqual([{ id: 'a', name: 'two' }]);
  });

  it('of another stack are refused, also where the name is known', () => {
    const refusal = { code: 'validation-failed', extras: { errors: [{ pointer: '#/blocks/1/id', code: 'unknown' }] } };
    try {
      arrangeBlocks([{ name: 'base' }, { id: 'x', name: 'bonus' }], known);
      throw new Error('the block was not refused');
    } catch (error) {
      expect(error).toMatchObject(refusal);
    }
  });
});
