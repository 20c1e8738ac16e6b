import type { Page } from '@ces/contracts/paging';
import { pageOfWhole } from './whole-list.js';

describe('a page of a whole list', () => {
  const items = [
    { id: 'a', created: '2026-01-01' },
    { id: 'c', created: '2026-03-01' },
    { id: 'b', created: '2026-03-01' },
  ];
  const page = (query: Page) => pageOfWhole(items, ({ id, created }) => [created, id], query);
  const ids = (query: Page) => page(query).items.map(({ id }) => id);

  it('has the newest items first and no cursor when it holds all', () => {
    expect(ids({})).toEqual(['c', 'b', 'a']);
    expect(page({}).next).toBeNull();
  });

  it('leads to each item once, even when two were made at the same moment', () => {
    const first = page({ limit: 1 });
    const second = page({ limit: 1, cursor: first.next ?? '' });
    const third = page({ limit: 1, cursor: second.next ?? '' });
    expect([first, second, third].flatMap((each) => each.items.map(({ id }) => id))).toEqual(['c', 'b', 'a']);
    expect(third.next).toBeNull();
  });

  it('skips no item when the item of the cursor is deleted', () => {
    const { next } = page({ limit: 1 });
    const left = items.filter(({ id }) => id !== 'c');
    const rest = pageOfWhole(left, ({ id, created }) => [created, id], { cursor: next ?? '' });
    expect(rest.items.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('refuses a cursor that no page has given', () => {
    expect(() => page({ cursor: 'x' })).toThrow(expect.objectContaining({ code: 'parameter-invalid' }) as Error);
  });
});
