import { costOf } from '../../test/expressions.js';
import { ConditionTooCostly } from './faults.js';
import { Scope } from './scope.js';

const text = (length: number) => 'a'.repeat(length);
const more = (expression: string, event: object, than: object) => costOf(expression, event) - costOf(expression, than);

describe('the budget of an expression', () => {
  it('is 100,000 steps, and the next one is too many', () => {
    const scope = new Scope({});
    scope.spend(100_000);
    expect(() => {
      scope.spend(0.01);
    }).toThrow(ConditionTooCostly);
  });

  it('pays for a time zone once,', () => {
    expect(costOf('now.getHours()')).toBe(2 + 50 + 2_000);
    expect(costOf('now.getHours("Asia/Tokyo") + now.getHours("Asia/Tokyo")')).toBeLessThan(2_200);
    expect(costOf('now.getHours("Asia/Tokyo") + now.getHours("Asia/Seoul")')).toBeGreaterThan(4_000);
  });

  it('pays for the keys of an object once', () => {
    const o = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]));
    expect(more('size(event.o)', { o }, { o: {} })).toBe(1_000);
    expect(more('size(event.o) + size(event.o)', { o }, { o: {} })).toBe(1_000);
  });
});

describe('the cost of an expression', () => {
  it('is a step for each part that runs, and none for a part that does not', () => {
    expect([costOf('1'), costOf('-1'), costOf('1 + 1'), costOf('true ? 1 : 1 + 1')]).toEqual([1, 2, 3, 3]);
    expect([costOf('true || false'), costOf('false || true')]).toEqual([2, 3]);
    expect(costOf('[1, 2, 3]')).toBe(7);
  });

  it.each([
    ['event.s == event.t', { s: text(640), t: text(640) }, 10],
    ['event.s == event.t', { s: text(640), t: '' }, 0],
    ['event.s < event.t', { s: text(640), t: text(640) }, 10],
    ['event.s < event.t', { s: '', t: text(640) }, 0],
    ['event.s + event.t', { s: text(640), t: text(640) }, 20],
    ['event.s in event.o', { s: text(640), o: {} }, 10],
    ['event.s.startsWith("")', { s: text(640) }, 10],
    ['event.s.size()', { s: text(640) }, 10 + 80],
    ['event.s.lowerAscii()', { s: text(640) }, 10 + 80],
    ['event.s.contains(event.t)', { s: text(640), t: text(64) }, 10 + 1 + 640],
    ['event.s.contains(event.t)', { s: text(64), t: text(640) }, 1 + 10 + 64],
  ])('%s grows with the text of %j', (expression, event, steps) => {
    expect(more(expression, event, { s: '', t: '', o: {} })).toBe(steps);
  });

  it('grows with the name of a property that is looked up', () => {
    expect(costOf(`has(event.o) ? event.o["${text(640)}"] : 0`, { o: { [text(640)]: 1 } })).toBe(
      costOf('has(event.o) ? event.o["a"] : 0', { o: { a: 1 } }) + 639 / 64,
    );
  });

  it.each([
    ['int("1")', 10],
    ['double("1")', 10],
    ['string("1")', 20],
    ['timestamp("2026-01-01T00:00:00Z")', 20],
    ['duration("1s")', 50],
  ])('of %s counts the work of reading and writing it', (expression, steps) => {
    const [, argument = ''] = /"(.*)"/.exec(expression) ?? [];
    expect(costOf(expression)).toBe(2 + steps + 1 + argument.length / 64);
  });

  it('counts each item of a loop', () => {
    const list = [1, 2, 3, 4];
    expect(more('event.list.all(x, true)', { list }, { list: [] })).toBe(4 * 3);
    expect(more('event.list.exists(x, true)', { list }, { list: [] })).toBe(3);
    expect(more('event.list.filter(x, true)', { list }, { list: [] })).toBe(4 * 3);
  });

  it('counts each comparison of a list and each key of an object', () => {
    const list = [1, 2, 3, 4];
    expect(more('event.list == event.other', { list, other: list }, { list: [], other: [] })).toBe(4);
    expect(more('5 in event.list', { list }, { list: [] })).toBe(4);
    const o = { a: 1, b: 2 };
    expect(more('event.o == event.p', { o, p: { ...o } }, { o: {}, p: {} })).toBe(2 + 2 + 2 * (8 + 1));
  });

  it('counts a fault that is absorbed like 400 steps', () => {
    expect(costOf('event.any.a || true', { any: {} }) - costOf('event.any.a || true', { any: { a: false } })).toBe(400);
  });
});
