import { newId } from '@ces/messaging/ids';
import { pageOf } from './keyset.js';

describe('a page of a list', () => {
  const ids = Array.from({ length: 501 }, () => newId()).reverse();
  const read = (before: string | null, atMost: number) =>
    Promise.resolve(ids.filter((id) => before === null || id < before).slice(0, atMost));
  const short = (id: string) => ({ id });
  const long = (letters: number) => (id: string) => ({ id, text: 'ä'.repeat(letters) });

  it('has 500 rows if nobody says how many, and says where the next one begins', async () => {
    const { items, next } = await pageOf({}, read, short);
    expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 500));
    expect(await pageOf({ cursor: next ?? '' }, read, short)).toEqual({ items: [{ id: ids[500] }], next: null });
  });

  it('is the last one when there is nothing below it', async () => {
    expect(await pageOf({ limit: 3, cursor: ids[497] ?? '' }, read, short)).toMatchObject({ next: null });
    expect(await pageOf({ cursor: ids[500] ?? '' }, read, short)).toEqual({ items: [], next: null });
  });

  it('ends where a reply would get too large, but never before its first row', async () => {
    const { items, next } = await pageOf({}, read, long(150_000));
    expect([items.map(({ id }) => id), next]).toEqual([ids.slice(0, 1), ids[0]]);
    const larger = await pageOf({ limit: 5 }, read, long(500_000));
    expect([larger.items.map(({ id }) => id), larger.next]).toEqual([ids.slice(0, 1), ids[0]]);
  });

  it('begins nowhere but at an id', async () => {
    await expect(pageOf({ cursor: '1; DROP TABLE' }, read, short)).rejects.toMatchObject({ code: 'parameter-invalid' });
  });
});
