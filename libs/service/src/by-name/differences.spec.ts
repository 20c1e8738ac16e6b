import { differencesOf } from './differences.js';

describe('differences', () => {
  it('name each place by a pointer, with what is there and what comes', () => {
    const before = { name: { en_GB: 'News', 'a/b': 'x' }, blocks: [{ name: 'a' }], caps: [], budget: null };
    const after = { name: { en_GB: 'Mail', 'a/b': 'y' }, blocks: [{ name: 'a' }, { name: 'b' }], caps: {}, budget: 1 };
    expect(differencesOf(before, after)).toEqual([
      { pointer: '#/name/en_GB', before: 'News', after: 'Mail' },
      { pointer: '#/name/a~1b', before: 'x', after: 'y' },
      { pointer: '#/blocks/1', before: null, after: { name: 'b' } },
      { pointer: '#/caps', before: [], after: {} },
      { pointer: '#/budget', before: null, after: 1 },
    ]);
  });

  it('name members that objects inherit only where they have them themselves', () => {
    const named = JSON.parse('{"headers":{"constructor":"x","__proto__":"y"}}') as object;
    expect(differencesOf({ headers: {} }, named)).toEqual([
      { pointer: '#/headers/constructor', before: null, after: 'x' },
      { pointer: '#/headers/__proto__', before: null, after: 'y' },
    ]);
  });

  it('are none between equal objects, however their members are ordered, and between nothing and null', () => {
    expect(differencesOf({ texts: { a: 1, b: [2] }, gone: null }, { texts: { b: [2], a: 1 } })).toEqual([]);
  });

  it('leave out what no request sets', () => {
    const shown = (n: number) => ({
      id: `${n}`,
      version: n,
      updated: `${n}`,
      used: { grants: n },
      available: n,
      title: 'A',
    });
    expect(differencesOf(shown(1), shown(2))).toEqual([]);
    expect(differencesOf({}, shown(1))).toEqual([{ pointer: '#/title', before: null, after: 'A' }]);
  });
});
