import { check } from './check.js';
import { Page, SearchPage, SincePage } from './paging.js';
import type { Class } from './rpc.js';

const taken = <T extends object>(shape: Class<T>, query: object): Promise<object> =>
  check(shape, query, 'refuse').then(
    (page) => ({ ...page }),
    () => ({ refused: true }),
  );
const refused = { refused: true };

describe('the page that a query asks for', () => {
  it.each([
    ['1', 1],
    ['500', 500],
    [20, 20],
  ])('has the limit %j', async (limit, read) => {
    expect(await taken(Page, { limit })).toMatchObject({ limit: read });
  });

  it.each([
    '0',
    '501',
    '-1',
    '1.5',
    'ten',
    '1e2',
    '0x10',
    '0b1',
    ' 1',
    '+1',
    '1.0',
    ' ',
    ['1', '2'],
    'NaN',
    'Infinity',
  ])('is refused with the limit %j', async (limit) => {
    expect(await taken(Page, { limit })).toEqual(refused);
  });

  it('has a cursor of text', async () => {
    expect(await taken(Page, { cursor: 'abc~' })).toMatchObject({ cursor: 'abc~' });
    for (const cursor of [['a', 'b'], {}, 7]) expect(await taken(Page, { cursor })).toEqual(refused);
  });

  it('searches for 1 to 100 characters without a NUL', async () => {
    for (const q of ['%', 'x'.repeat(100), '  '])
      expect(await taken(SearchPage, { q, limit: '5' })).toMatchObject({ q });
    for (const q of ['', 'x'.repeat(101), 'a\0b', ['a'], null]) expect(await taken(SearchPage, { q })).toEqual(refused);
  });

  it('begins at a moment with its offset', async () => {
    const since = '2026-11-21T09:30:00+01:00';
    expect(await taken(SincePage, { since, limit: '5' })).toMatchObject({ since, limit: 5 });
    for (const odd of ['2026-11-21', '1764547200', '', null, [since]])
      expect(await taken(SincePage, { since: odd })).toEqual(refused);
  });
});
