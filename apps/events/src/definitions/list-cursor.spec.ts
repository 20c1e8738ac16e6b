import { readListCursor, toListCursor, type ListPlace } from './list-cursor.js';

const place: ListPlace = ['2026-11-21T09:30:00.123456Z', 'purchase.made-1'];
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the cursor of the list of definitions', () => {
  it('leads back to its place', () => {
    const cursor = toListCursor(place);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(readListCursor(cursor)).toEqual(place);
  });

  it.each([
    ['text that is no JSON', '!!!'],
    ['nothing', ''],
    ['a number', cursorOf(1)],
    ['an object', cursorOf({ 0: place[0], 1: place[1] })],
    ['a list without a name', cursorOf([place[0]])],
    ['a moment of milliseconds', cursorOf(['2026-11-21T09:30:00.123Z', place[1]])],
    ['a moment that does not exist', cursorOf(['2026-13-21T09:30:00.123456Z', place[1]])],
    ['a moment with something behind it', cursorOf([`${place[0]} (x)`, place[1]])],
    ['a moment as a number', cursorOf([1, place[1]])],
    ['a name that no event has', cursorOf([place[0], 'No Name'])],
    ['a name with NUL', cursorOf([place[0], 'a\0'])],
    ['a name as a number', cursorOf([place[0], 5])],
  ])('is refused for %s', (_, cursor) => {
    expect(() => readListCursor(cursor)).toThrow(expect.objectContaining({ code: 'parameter-invalid' }) as Error);
  });
});
