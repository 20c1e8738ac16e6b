import fc from 'fast-check';
import { tooDeep } from './nesting.js';

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));

describe('tooDeep', () => {
  it('allows 64 levels and not 65', () => {
    expect([tooDeep(nested(64)), tooDeep(nested(65))]).toEqual([false, true]);
  });

  it('does not count brackets within strings', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tooDeep(Buffer.from(JSON.stringify([text + '['.repeat(100) + '"\\'])))).toBe(false);
      }),
    );
  });
});
