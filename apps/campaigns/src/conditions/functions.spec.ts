import { kindOf, refusalOf, resultOf } from '../../test/expressions.js';

describe('functions of conditions', () => {
  it.each<[string, object, unknown]>([
    ['floor(event.d)', { d: 2.7 }, 2],
    ['floor(event.d)', { d: -2.1 }, -3],
    ['ceil(event.d)', { d: 2.1 }, 3],
    ['round(event.d)', { d: 2.5 }, 3],
    ['round(event.d)', { d: 2.4 }, 2],
    ['round(event.d)', { d: 1e20 }, 'fault: the result is no whole number, or is too large'],
    ['floor(event.any)', { any: 'text' }, 'fault: a number is needed, not a string'],
    ['int(event.d)', { d: -2.9 }, -2],
    ['int(event.d)', { d: Number.POSITIVE_INFINITY }, 'fault: the result is no whole number, or is too large'],
    ['int(event.s)', { s: '-12' }, -12],
    ['int(event.s)', { s: '9007199254740991' }, 9_007_199_254_740_991],
    ['int(event.s)', { s: '9007199254740993' }, 'fault: the result is no whole number, or is too large'],
    ['int(event.s)', { s: '1.5' }, 'fault: this is not a whole number'],
    ['int(event.s)', { s: ' 1' }, 'fault: this is not a whole number'],
    ['int(event.s)', { s: '' }, 'fault: this is not a whole number'],
    ['int(event.any)', { any: true }, 'fault: a string is needed, not a boolean'],
    ['int(now)', {}, 1_795_253_415],
    ['int(timestamp("1969-12-31T23:59:59.500Z"))', {}, -1],
    ['double(event.n)', { n: 5 }, 5],
    ['double(event.s)', { s: '-1.5e3' }, -1_500],
    ['double(event.s)', { s: '0x10' }, 'fault: this is not a number'],
    ['double(event.s)', { s: '.5' }, 'fault: this is not a number'],
    ['string(event.n)', { n: -5 }, '-5'],
    ['string(event.b)', { b: true }, 'true'],
    ['string(event.s)', { s: 'a' }, 'a'],
    ['string(event.any)', { any: null }, 'fault: null cannot be a string'],
    ['string(event.any)', { any: [1] }, 'fault: a list cannot be a string'],
    ['size(event.s)', { s: 'a\u{1f600}\u00e9' }, 3],
    ['size(event.s)', { s: '' }, 0],
    ['size(event.list)', { list: [1, 2] }, 2],
    ['size(event.o)', { o: { a: 1, b: 2, c: 3 } }, 3],
    ['event.o.size() + event.list.size() + event.s.size()', { o: { a: 1 }, list: [1], s: 'ab' }, 4],
    ['size(event.any)', { any: 5 }, 'fault: a number has no size'],
    ['size(event.any)', { any: null }, 'fault: null has no size'],
    ['event.s.contains(event.t)', { s: 'abc', t: 'bc' }, true],
    ['event.s.contains(event.t)', { s: 'abc', t: 'cb' }, false],
    ['event.s.contains("")', { s: '' }, true],
    ['event.s.startsWith(event.t)', { s: 'abc', t: 'ab' }, true],
    ['event.s.startsWith(event.t)', { s: 'abc', t: 'bc' }, false],
    ['event.s.endsWith(event.t)', { s: 'abc', t: 'bc' }, true],
    ['event.s.endsWith(event.t)', { s: 'abc', t: 'ab' }, false],
    ['event.s.lowerAscii()', { s: 'AZ@[az\u00c4\u0141' }, 'az@[az\u00c4\u0141'],
    ['event.s.upperAscii()', { s: 'az`{AZ\u00e4' }, 'AZ`{AZ\u00e4'],
    ['event.s.lowerAscii()', { s: 'A\ud83d' }, 'a\ud83d'],
  ])('%s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toBe(expected);
  });

  it.each([
    ['size("a")', 'int'],
    ['int("1")', 'int'],
    ['floor(1.5)', 'int'],
    ['ceil(1.5)', 'int'],
    ['round(1.5)', 'int'],
    ['double("1")', 'double'],
    ['string(1)', 'string'],
    ['"a".lowerAscii()', 'string'],
    ['"a".upperAscii()', 'string'],
    ['"a".contains("a")', 'bool'],
    ['"a".startsWith("a")', 'bool'],
    ['"a".endsWith("a")', 'bool'],
    ['timestamp("2026-01-01T00:00:00Z")', 'timestamp'],
    ['duration("1s")', 'duration'],
    ['now.getHours()', 'int'],
    ['int(now)', 'int'],
  ])('%s is of the type %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    ['size()', 'size is given the wrong number of arguments'],
    ['int("1", 2)', 'int is given the wrong number of arguments'],
    ['"a".contains()', 'contains is given the wrong number of arguments'],
    ['"a".contains("a", "b")', 'contains is given the wrong number of arguments'],
    ['"a".size(1)', 'size is given the wrong number of arguments'],
    ['floor("a")', 'the argument of floor must be int or double, and is string'],
    ['string(null)', 'the argument of string must be int or double or string or bool, and is null'],
    ['string(now)', 'the argument of string must be int or double or string or bool, and is timestamp'],
    ['timestamp(5)', 'the argument of timestamp must be string, and is int'],
    ['"a".startsWith(5)', 'the argument of startsWith must be string, and is int'],
    ['event.n.contains("a")', 'the argument of contains must be string, and is int'],
    ['event.s.getHours()', 'getHours needs a timestamp; use timestamp(…)'],
    ['now.getHours(5)', 'the time zone must be string, and is int'],
    ['now.getHours("UTC", "UTC")', 'getHours is given the wrong number of arguments'],
    ['now.getHours("Europe/Atlantis")', 'there is no such time zone'],
    ['event.n.all(x, x > 1)', 'the list of all must be list, and is int'],
    ['event.list.filter(x, x)', 'the condition of filter must be bool, and is int'],
    ['event.list.map(x, x, x)', 'the condition of map must be bool, and is int'],
    ['event.list.exists_one(x, "a")', 'the condition of exists_one must be bool, and is string'],
  ])('are refused: %s', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });

  it.each([
    ['constructor(1)', 'there is no function constructor; there are size, int, '],
    ['sise(event.s)', 'did you mean "size"?'],
    ['toString(event.s)', 'there is no function toString'],
    ['event.list.al(x, x > 1)', 'there is no'],
    ['event.s.hasOwnProperty("a")', 'there is no function hasOwnProperty'],
    ['now.getHour()', 'did you mean "getHours"?'],
    ['event.list.exist(event.n)', 'did you mean "exists"?'],
    ['event.list.all(x, x > 1, x > 2)', 'there is no'],
  ])('that do not exist are refused: %s', (text, message) => {
    expect(refusalOf(text)).toContain(message);
  });
});

describe('macros of conditions', () => {
  const list = [1, 2, 3];
  const odd = ['a', 1, true];

  it.each<[string, object, unknown]>([
    ['event.list.all(x, x > 0)', { list }, true],
    ['event.list.all(x, x > 1)', { list }, false],
    ['event.list.all(x, false)', { list: [] }, true],
    ['event.list.exists(x, x > 2)', { list }, true],
    ['event.list.exists(x, x > 3)', { list }, false],
    ['event.list.exists(x, true)', { list: [] }, false],
    ['event.list.exists_one(x, x > 2)', { list }, true],
    ['event.list.exists_one(x, x > 1)', { list }, false],
    ['event.list.exists_one(x, x > 3)', { list }, false],
    ['event.list.filter(x, x != 2)', { list }, [1, 3]],
    ['event.list.map(x, x * 2)', { list }, [2, 4, 6]],
    ['event.list.map(x, x > 1, x * 2)', { list }, [4, 6]],
    ['event.list.all(x, event.list.exists(y, y == x))', { list }, true],
    ['event.list.map(x, event.other.map(x, x)[0] + x)', { list: [1], other: [10] }, [11]],
    ['event.any.exists(x, x == true)', { any: odd }, true],
    ['event.any.exists(x, x)', { any: odd }, true],
    ['event.any.exists(x, x)', { any: ['a', false] }, 'fault: a bool is needed, not a string'],
    ['event.any.all(x, x)', { any: ['a', false] }, false],
    ['event.any.all(x, x)', { any: ['a', 1] }, 'fault: a bool is needed, not a string'],
    ['event.any.filter(x, x)', { any: odd }, 'fault: a bool is needed, not a string'],
    ['event.any.all(x, true)', { any: 'text' }, 'fault: a list is needed, not a string'],
    ['event.list.all(x, true)', { list: null }, 'fault: a list is needed, not null'],
  ])('%s of %j is %j', (text, event, expected) => {
    expect(resultOf(text, event)).toEqual(expected);
  });

  it.each([
    ['event.list.filter(x, true)[0]', 'int'],
    ['event.list.map(x, string(x))[0]', 'string'],
    ['event.list.map(x, true, 1.5)[0]', 'double'],
    ['event.any.filter(x, true)[0]', 'dyn'],
    ['event.list.all(x, true)', 'bool'],
    ['event.list.exists_one(x, true)', 'bool'],
  ])('%s is of the type %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe('moments in conditions', () => {
  it.each<[string, unknown]>([
    ['timestamp("2026-11-21T10:30:15.500+01:00") == now', true],
    ['timestamp("2028-02-29T00:00:00Z") > now', true],
    ['timestamp("2026-02-29T00:00:00Z") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['timestamp("2026-04-31T00:00:00+02:00") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['timestamp("2026-01-01T24:00:00Z") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['timestamp("2026-13-01T00:00:00Z") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['timestamp("2026-11-21") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['timestamp("2026-11-21T10:30:15") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['timestamp("x2026-11-21T10:30:15Z") < now', 'fault: this is not an RFC 3339 timestamp'],
    ['duration("1h30m") == duration("90m")', true],
    ['duration("1.5h") == duration("90m")', true],
    ['duration("-90s") + duration("90s") == duration("0s")', true],
    ['duration("1m1s1ms") == duration("61001ms")', true],
    ['duration("1d") > duration("1s")', 'fault: this is not a duration such as 1h30m'],
    ['duration("90") > duration("1s")', 'fault: this is not a duration such as 1h30m'],
    ['duration("") > duration("1s")', 'fault: this is not a duration such as 1h30m'],
    ['duration("1h ") > duration("1s")', 'fault: this is not a duration such as 1h30m'],
    ['now.getFullYear()', 2026],
    ['now.getMonth()', 10],
    ['now.getDate()', 21],
    ['now.getDayOfMonth()', 20],
    ['now.getDayOfWeek()', 6],
    ['now.getDayOfYear()', 324],
    ['now.getHours()', 9],
    ['now.getMinutes()', 30],
    ['now.getSeconds()', 15],
    ['now.getDate("Pacific/Kiritimati")', 21],
    ['now.getHours("America/New_York")', 4],
    ['timestamp("2025-12-31T23:30:00Z").getDayOfYear("+01:00")', 0],
    ['timestamp("2025-12-31T23:30:00Z").getFullYear("Asia/Tokyo")', 2026],
    ['timestamp("2025-12-31T23:30:00Z").getDayOfWeek("Asia/Tokyo")', 4],
    ['timestamp("2024-12-31T12:00:00Z").getDayOfYear()', 365],
    ['timestamp("2026-01-01T00:00:00Z").getHours()', 0],
    [
      '(now + duration("999999999h") + duration("999999999h") + duration("999999999h")).getHours()',
      'fault: this is not a moment',
    ],
    ['now.getHours("a" + "b")', 'fault: there is no such time zone'],
  ])('%s is %j', (text, expected) => {
    expect(resultOf(text)).toBe(expected);
  });

  it('take no time zone with a name of more than 64 characters', () => {
    expect(refusalOf(`now.getHours("${'+01:00'.padStart(65, ' ')}")`)).toBe('there is no such time zone');
    expect(refusalOf(`now.getHours("${'a'.repeat(64)}")`)).toBe('there is no such time zone');
  });
});
