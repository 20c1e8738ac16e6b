import { notACursor } from '@ces/service/database/keyset';
import { cursorOf, readCursor } from './connection-cursor.js';

describe('the cursor of row 4', () => {
  it('returns the place that it was made of', () => {
    const place = { at: '1764000000000000', provider_name: 'acme', owner_id: 'Ünï/cödé "👍"' };
    expect(readCursor(cursorOf(place))).toEqual(place);
  });

  it.each([
    ['no JSON', 'x'],
    ['no list', '{}'],
    ['too few parts', '["1","acme"]'],
    ['too many parts', '["1","acme","owner","more"]'],
    ['a part that is no text', '["1","acme",7]'],
    ['a moment that is no number', '["now","acme","owner"]'],
    ['a moment beyond a bigint', `["${'9'.repeat(19)}","acme","owner"]`],
    ['a character that PostgreSQL cannot store', String.raw`["1","a\u0000","owner"]`],
  ])('is refused with %s', (_, text) => {
    const cursor = Buffer.from(text).toString('base64url');
    expect(() => readCursor(cursor)).toThrow(notACursor());
  });
});
