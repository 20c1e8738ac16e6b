import { asPaged } from './paging.js';

describe('a page', () => {
  it('is made of the whole list that a service of the previous release answers', () => {
    const items = [{ id: 'a' }, { id: 'b' }];
    expect(asPaged(items)).toEqual({ items, next: null });
  });
});
