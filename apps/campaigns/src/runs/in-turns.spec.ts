import { inTurns } from './in-turns.js';

describe('work in turns', () => {
  it('pauses for other work after long pieces, and keeps the order', async () => {
    let others = 0;
    const other = (): void => {
      others += 1;
    };
    setImmediate(other);
    const seen = await inTurns([1, 2, 3], (piece) => {
      const end = performance.now() + 10;
      while (performance.now() < end);
      return { piece, others };
    });
    expect(seen.map(({ piece }) => piece)).toEqual([1, 2, 3]);
    expect(seen.map((each) => each.others)).toEqual([0, 1, 1]);
  });
});
