import { kindOf, refusalOf, resultOf } from '../../test/expressions.js';

describe('operators of conditions', () => {
  it.each<[string, object, unknown]>([
    ['event.n + event.m * 2 - 1', { n: 1, m: 3 }, 6],
    ['7 % 3', {}, 1],
    ['-7 % 3', {}, -1],
    ['event.n % event.m', { n: 5, m: 0 }, 'fault: a division by zero'],
    ['event.n / event.m', { n: 5, m: 0 }, 'fault: a division by zero'],
    ['event.d / 0.0', { d: 1 }, Number.POSITIVE_INFINITY],
    ['event.n * 1.5', { n: 3 }, 4.5],
    ['event.n * event.m', { n: 9_007_199_254_740_991, m: 2 }, 'fault: the result is no whole number, or is too large'],
    ['-event.n', { n: 5 }, -5],
    ['-event.n == 0', { n: 0 }, true],
    ['event.s + "b" + event.t', { s: 'a', t: 'c' }, 'abc'],
    ['event.n + 1', { n: 'text' }, 'fault: a number is needed, not a string'],
    ['event.n + 1', { n: null }, 'fault: a number is needed, not null'],
    ['event.n + 1', { n: [1] }, 'fault: a number is needed, not a list'],
    ['event.s + "b"', { s: {} }, 'fault: a string is needed, not an object'],
  ])('calculate: %s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['duration("1h") + duration("30m") == duration("90m")', true],
    ['duration("1h") - duration("30m") == duration("30m")', true],
    ['now + duration("1s") == timestamp("2026-11-21T09:30:16.500Z")', true],
    ['duration("1s") + now == timestamp("2026-11-21T09:30:16.500Z")', true],
    ['now - duration("500ms") == timestamp("2026-11-21T09:30:15Z")', true],
    ['timestamp("2026-11-22T09:30:15.500Z") - now == duration("24h")', true],
    ['now < now + duration("1ms")', true],
    ['duration("1h") > duration("59m")', true],
  ])('calculate with moments: %s', (text, expected) => {
    expect(resultOf(text)).toBe(expected);
  });

  it.each([
    ['1 + 1', 'int'],
    ['1 + 1.0', 'double'],
    ['1.0 / 2', 'double'],
    ['"a" + "b"', 'string'],
    ['now - now', 'duration'],
    ['now + duration("1s")', 'timestamp'],
    ['duration("1s") + now', 'timestamp'],
    ['duration("1s") - duration("1s")', 'duration'],
    ['-1.5', 'double'],
    ['event.b ? 1 : 2', 'int'],
    ['event.b ? 1 : 2.5', 'double'],
    ['event.b ? 1 : "a"', 'dyn'],
    ['event.b ? event.o : event.p', 'dyn'],
    ['[1, 2]', 'list'],
    ['[1, 2][0]', 'int'],
    ['[1, "a"][0]', 'dyn'],
    ['event.o["a"]', 'dyn'],
  ])('result in one type: %s in %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    ['now + now', 'timestamp + timestamp is not offered'],
    ['now * 2', 'timestamp * int is not offered'],
    ['duration("1s") * 2', 'duration * int is not offered'],
    ['duration("1s") - now', 'duration - timestamp is not offered'],
    ['event.d % 2', 'double % int is not offered'],
    ['"a" - "b"', 'string - string is not offered'],
    ['event.b + 1', 'bool + int is not offered'],
    ['[1] + [2]', 'list + list is not offered'],
    [
      'event.any + 1',
      'dyn + int is not offered: the schema does not say the type, so say int(…), double(…) or string(…)',
    ],
    [
      '1 - event.any',
      'int - dyn is not offered: the schema does not say the type, so say int(…), double(…) or string(…)',
    ],
    ['-event.s', 'a value of type string cannot be negated'],
    ['event.o < event.p', 'object < object is not offered'],
    ['null < null', 'null < null is not offered'],
    ['event.b < 1', 'bool < int is not offered'],
    ['event.list > event.other', 'list > list is not offered'],
    ['now == 5', 'timestamp is never equal to int'],
    ['event.b != "true"', 'bool is never equal to string'],
    ['1 in 5', 'in does not apply to int'],
    ['"a" in "abc"', 'in does not apply to string'],
    ['1 && true', 'each side of && must be bool, and is int'],
    ['true || "a"', 'each side of || must be bool, and is string'],
    ['1 ? 2 : 3', 'the condition before ? must be bool, and is int'],
    ['b"abc" == b"abc"', 'bytes and unsigned numbers are not offered'],
    ['5u == 5u', 'bytes and unsigned numbers are not offered'],
    ['{"a": 1} == event.o', 'this is not offered in conditions'],
    ['has(event)', 'has needs a property, such as has(event.name)'],
    ['has(event.s, event.t)', 'has needs a property, such as has(event.name)'],
    ['event.list["a"]', 'there is no property a of list'],
    ['event.s[0]', 'the value before [ ] must be list or object, and is string'],
    ['event.list[event.s]', 'the index must be int, and is string'],
    ['event.o[true]', 'the index must be int or string, and is bool'],
  ])('are refused: %s', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });
});

describe('comparisons of conditions', () => {
  it.each<[string, object, unknown]>([
    ['event.n < event.d', { n: 1, d: 1.5 }, true],
    ['event.n <= event.m', { n: 1, m: 1 }, true],
    ['event.n >= event.m', { n: 1, m: 1 }, true],
    ['event.n > event.m', { n: 1, m: 1 }, false],
    ['event.n < event.m', { n: 2, m: 1 }, false],
    ['event.b > false', { b: true }, true],
    ['event.b >= true', { b: false }, false],
    ['event.b < true', { b: false }, true],
    ['event.b <= false', { b: false }, true],
    ['event.s < event.t', { s: 'a', t: 'ab' }, true],
    ['event.s > event.t', { s: 'b', t: 'ab' }, true],
    ['event.s <= event.t', { s: 'ab', t: 'ab' }, true],
    ['event.s < event.t', { s: '', t: 'a' }, true],
    ['event.s < event.t', { s: 'abd', t: 'abc' }, false],
    ['event.s < event.t', { s: '\uffff', t: '\u{1f600}' }, true],
    ['event.s < event.t', { s: '\u{1f600}', t: '\u{1f601}' }, true],
    ['event.s > event.t', { s: 'a\u{1f601}', t: 'a\u{1f600}b' }, true],
    ['event.any < 5', { any: 4 }, true],
    ['event.any < 5', { any: 'text' }, 'fault: a number is needed, not a string'],
    ['event.any < 5', { any: true }, 'fault: a number is needed, not a boolean'],
    ['event.any < "b"', { any: 'a' }, true],
    ['event.d < event.d', { d: Number.NaN }, false],
    ['event.d >= event.d', { d: Number.NaN }, false],
  ])('order: %s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toBe(expected);
  });

  it.each<[string, object, unknown]>([
    ['event.s == event.t', { s: 'a', t: 'a' }, true],
    ['event.s != event.t', { s: 'a', t: 'b' }, true],
    ['event.n == event.d', { n: 1, d: 1 }, true],
    ['event.any == "1"', { any: 1 }, false],
    ['event.any == 1', { any: '1' }, false],
    ['event.any == true', { any: 1 }, false],
    ['event.any == null', { any: null }, true],
    ['event.any != null', { any: 0 }, true],
    ['event.n == null', { n: null }, true],
    ['event.list == event.other', { list: [1, 2], other: [1, 2] }, true],
    ['event.list == event.other', { list: [1, 2], other: [2, 1] }, false],
    ['event.list == event.other', { list: [1], other: [1, 2] }, false],
    ['event.list == event.any', { list: [], any: {} }, false],
    ['event.list == event.any', { list: [1], any: null }, false],
    ['event.o == event.p', { o: { a: 1, b: 2 }, p: { b: 2, a: 1 } }, true],
    ['event.o == event.p', { o: { a: 1, b: 2 }, p: { a: 1, b: 3 } }, false],
    ['event.o == event.p', { o: { a: 1 }, p: { a: 1, b: 2 } }, false],
    ['event.o == event.any', { o: {}, any: [] }, false],
    ['event.o == event.p', { o: { toString: 1 }, p: { valueOf: 1 } }, false],
  ])('tell equal from different: %s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toBe(expected);
  });

  it.each<[string, object, unknown]>([
    ['event.n in event.list', { n: 2, list: [1, 2] }, true],
    ['event.n in event.list', { n: 3, list: [1, 2] }, false],
    ['event.any in event.list', { any: '1', list: [1] }, false],
    ['[1] in [[2], [1]]', {}, true],
    ['"a" in event.o', { o: { a: null } }, true],
    ['"b" in event.o', { o: { a: 1 } }, false],
    ['"toString" in event.o', { o: {} }, false],
    ['event.any in event.o', { any: 1, o: { 1: 1 } }, false],
    ['1 in event.any', { any: [1] }, true],
    ['1 in event.any', { any: 'text' }, 'fault: there is nothing in a string'],
    ['1 in event.any', { any: null }, 'fault: there is nothing in null'],
  ])('find members: %s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toBe(expected);
  });
});

describe('properties and items in conditions', () => {
  it.each<[string, object, unknown]>([
    ['event.list[event.n]', { list: [5, 6], n: 1 }, 6],
    ['event.list[event.n]', { list: [5, 6], n: 2 }, 'fault: there is no item 2'],
    ['event.list[event.n]', { list: [5, 6], n: -1 }, 'fault: there is no item -1'],
    ['event.any[1]', { any: ['a', 'b'] }, 'b'],
    ['event.any["1"]', { any: { 1: 'a' } }, 'a'],
    ['event.o[event.s]', { o: { a: 1 }, s: 'a' }, 1],
    ['event.o[event.s]', { o: { a: 1 }, s: 'b' }, 'fault: there is no .b'],
    ['event.o[event.s]', { o: {}, s: 'toString' }, 'fault: there is no .toString'],
    ['event.o[event.n]', { o: { 1: 'a' }, n: 1 }, 'fault: a string is needed, not a number'],
    ['event.any["a"]', { any: 'text' }, 'fault: there is no .a of a string'],
    ['event.any.a', { any: null }, 'fault: there is no .a of null'],
    ['event.any.a', { any: [1] }, 'fault: there is no .a of a list'],
    ['event.any[event.n]', { any: 'text', n: 0 }, 'fault: a list is needed, not a string'],
    ['event.list[0]', { list: [1e300] }, 'fault: a whole number is too large to be exact'],
    ['event.any', { any: 9_007_199_254_740_992 }, 'fault: a whole number is too large to be exact'],
    ['event.any', { any: -9_007_199_254_740_991 }, -9_007_199_254_740_991],
    ['event.d', { d: 1e300 }, 1e300],
    ['has(event.s)', { s: null }, true],
    ['has(event.s)', {}, false],
    ['has(event.o.a)', { o: { a: 1 } }, true],
    ['has(event.o.toString)', { o: {} }, false],
    ['has(event.any.a)', { any: 'text' }, false],
    ['has(event.any.a.b)', { any: {} }, 'fault: there is no .a'],
  ])('%s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toEqual(expected);
  });
});

describe('and, or, not and choice in conditions', () => {
  const fault = 'event.any.a.b';

  it.each<[string, unknown]>([
    [`${fault} || true`, true],
    [`true || ${fault}`, true],
    [`false && ${fault}`, false],
    [`${fault} && false`, false],
    [`${fault} || false`, 'fault: there is no .any'],
    [`false || ${fault}`, 'fault: there is no .any'],
    [`${fault} && true`, 'fault: there is no .any'],
    [`true && ${fault}`, 'fault: there is no .any'],
    ['true && true', true],
    ['false || false', false],
    ['!false', true],
    [`true ? 1 : ${fault}`, 1],
    [`false ? ${fault} : 2`, 2],
    [`${fault} ? 1 : 2`, 'fault: there is no .any'],
  ])('%s is %j', (text, expected) => {
    expect(resultOf(text)).toBe(expected);
  });

  it.each(['event.any && true', 'false || event.any', '!event.any', 'event.any ? true : false'])(
    '%s needs a bool where the schema does not say the type',
    (text) => {
      expect(resultOf(text, { any: 1 })).toBe('fault: a bool is needed, not a number');
    },
  );
});
