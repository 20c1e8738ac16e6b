import { linksOf, ownCursor } from './page-links.js';

describe('the links of a page', () => {
  it('lead onwards from the first page, and nowhere from the only one', () => {
    expect(linksOf(undefined, 'b')).toEqual({ next: 'b~' });
    expect(linksOf(undefined, null)).toEqual({});
  });

  it('lead back through all pages in their order', () => {
    expect(linksOf('b~', 'c')).toEqual({ next: 'c~b~', prev: '', first: '' });
    expect(linksOf('c~b~', null)).toEqual({ prev: 'b~', first: '' });
  });

  it('lead to the first page only, when the caller has a cursor without a way back', () => {
    expect(linksOf('b', 'c')).toEqual({ next: 'c~b', first: '' });
  });

  it('keep a cursor of the service as it is, whatever characters it has', () => {
    for (const own of ['A~B', '~', 'A%7EB', '%', '%25', 'A%B~', '']) {
      const second = linksOf(undefined, own).next ?? '';
      const third = linksOf(second, 'c').next ?? '';
      expect([ownCursor(second), ownCursor(third), linksOf(third, null).prev]).toEqual([own, 'c', second]);
    }
  });

  it('stay short however many pages there are', () => {
    let cursor = 'x~';
    for (let page = 0; page < 1_000; page += 1) cursor = linksOf(cursor, 'x'.repeat(36)).next ?? '';
    expect(cursor.length).toBeLessThan(2_000);
    expect(ownCursor(cursor)).toBe('x'.repeat(36));
  });
});
