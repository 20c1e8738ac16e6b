import { readRetryAfter } from './read-retry-after.js';

describe('reading Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['10000000000', 10_000_000_000_000],
    ['9'.repeat(400), Infinity],
    ['Sat, 21 Nov 2026 00:00:10 GMT', 10_000],
    ['Sat, 21 Nov 2020 00:00:10 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads %p', (header, expected) => {
    expect(readRetryAfter(header, Date.parse('2026-11-21T00:00:00Z'))).toBe(expected);
  });
});
