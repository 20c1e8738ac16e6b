import type { Page, Paged } from '@ces/contracts/paging';
import { newId } from '@ces/messaging/storage/ids';
import { momentOfCursor, pageOf, placeIn } from './keyset.js';

describe('a page of a list', () => {
  const ids = Array.from({ length: 501 }, () => newId()).reverse();
  const read = (before: string | null, atMost: number) =>
    Promise.resolve(ids.filter((id) => before === null || id < before).slice(0, atMost));
  const short = (id: string) => ({ id });
  const long = (letters: number) => (id: string) => ({ id, text: 'ä'.repeat(letters) });

  it('has 500 rows unless a limit is given, and says where the next page begins', async () => {
    const { items, next } = await pageOf({}, read, short);
    expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 500));
    expect(await pageOf({ cursor: next ?? '' }, read, short)).toEqual({ items: [{ id: ids[500] }], next: null });
  });

  it('is the last page when there are no rows below it', async () => {
    expect(await pageOf({ limit: 3, cursor: ids[497] ?? '' }, read, short)).toMatchObject({ next: null });
    expect(await pageOf({ cursor: ids[500] ?? '' }, read, short)).toEqual({ items: [], next: null });
  });

  it('ends where a reply would get too large, but has at least one row', async () => {
    const { items, next } = await pageOf({}, read, long(150_000));
    expect([items.map(({ id }) => id), next]).toEqual([ids.slice(0, 1), ids[0]]);
    const larger = await pageOf({ limit: 5 }, read, long(500_000));
    expect([larger.items.map(({ id }) => id), larger.next]).toEqual([ids.slice(0, 1), ids[0]]);
  });

  it('is read in slices, up to one row beyond its last', async () => {
    const asked: number[] = [];
    const counted = (before: string | null, atMost: number) => {
      asked.push(atMost);
      return read(before, atMost);
    };
    const shown = async (page: Page, toItem: (id: string) => { id: string }) => {
      const { items, next } = await pageOf(page, counted, toItem);
      return { rows: items.length, next, asked: asked.splice(0) };
    };
    // The page ends by its bytes, by the limit and with the list: each within a slice, and at the exact end of a slice.
    expect(await shown({}, long(30_000))).toEqual({ rows: 6, next: ids[5], asked: [51] });
    expect(await shown({}, long(3_850))).toEqual({ rows: 51, next: ids[50], asked: [51, 51] });
    expect(await shown({}, long(3_000))).toEqual({ rows: 66, next: ids[65], asked: [51, 51] });
    expect(await shown({ limit: 5 }, short)).toEqual({ rows: 5, next: ids[4], asked: [6] });
    expect(await shown({ limit: 50 }, short)).toEqual({ rows: 50, next: ids[49], asked: [51] });
    expect(await shown({ limit: 51 }, short)).toEqual({ rows: 51, next: ids[50], asked: [51, 1] });
    expect(await shown({ limit: 60 }, short)).toEqual({ rows: 60, next: ids[59], asked: [51, 10] });
    expect(await shown({ cursor: ids[440] ?? '' }, short)).toEqual({ rows: 60, next: null, asked: [51, 51] });
    expect(await shown({ cursor: ids[449] ?? '' }, short)).toEqual({ rows: 51, next: null, asked: [51, 51] });
    expect(await shown({ cursor: ids[449] ?? '', limit: 51 }, short)).toEqual({ rows: 51, next: null, asked: [51, 1] });
  });

  it('continues the page before without a gap or a repetition', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: Paged<{ id: string }> = await pageOf({ limit: 70, ...(cursor && { cursor }) }, read, long(3_000));
      expect(page.items).not.toEqual([]);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toEqual(ids);
  });

  it('refuses a cursor that is no id', async () => {
    await expect(pageOf({ cursor: '1; DROP TABLE' }, read, short)).rejects.toMatchObject({ code: 'parameter-invalid' });
  });
});

describe('a cursor of several texts', () => {
  it.each(['x', '', Buffer.from('{}').toString('base64url'), Buffer.from('[1]').toString('base64url')])(
    'is not %j',
    (cursor) => {
      expect(() => placeIn(cursor)).toThrow(expect.objectContaining({ code: 'parameter-invalid' }) as Error);
    },
  );
});

describe('a cursor of a list of buckets', () => {
  it('is a moment as the list gives it', () => {
    expect(momentOfCursor(undefined)).toBeUndefined();
    expect(momentOfCursor('2026-11-25T00:00:00.000Z')).toEqual(new Date('2026-11-25T00:00:00.000Z'));
  });

  it.each(['', '2026-11-25', '2026-13-25T00:00:00.000Z', '-271821-04-20T00:00:00.000Z'])('is not %j', (cursor) => {
    expect(() => momentOfCursor(cursor)).toThrow('cursor');
  });
});
