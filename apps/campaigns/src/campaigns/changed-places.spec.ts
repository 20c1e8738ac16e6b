import { changedPlaces } from './changed-places.js';

describe('the places that differ between two documents', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a value', { name: 'A', caps: [{ max: 1 }] }, { name: 'A', caps: [{ max: 2 }] }, ['#/caps/0/max']],
    ['a list that got longer', { caps: [1] }, { caps: [1, 2, 3] }, ['#/caps/1', '#/caps/2']],
    ['a list that got shorter', { caps: [1, 2] }, { caps: [1] }, ['#/caps/1']],
    ['an object in place of null', { budget: null }, { budget: { points: 1 } }, ['#/budget']],
    ['a list in place of an object', { a: {} }, { a: [] }, ['#/a']],
    ['several', { a: 1, b: 2, c: 3 }, { a: 2, b: 2 }, ['#/a', '#/c']],
    ['names with a slash or a tilde', { 'a/b': 1, 'c~d': 1 }, { 'a/b': 2, 'c~d': 2 }, ['#/a~1b', '#/c~0d']],
  ])('are those of %s', (_, before, after, places) => {
    expect(changedPlaces(before, after)).toEqual(places);
  });
});
