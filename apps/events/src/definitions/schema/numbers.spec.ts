import fc from 'fast-check';
import { DataRefused, type Fault } from './faults.js';
import { parseExact } from './numbers.js';

function faultsOf(raw: string): readonly Fault[] {
  try {
    parseExact(raw);
    return [];
  } catch (error) {
    if (error instanceof DataRefused) return error.faults;
    throw error;
  }
}

/** The value of a decimal literal as a fraction, calculated in another way than the code does. */
function fraction(literal: string): [bigint, bigint] {
  const [, sign = '', whole = '0', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const power = Number(exponent) - decimals.length;
  const digits = BigInt(`${sign}${whole}${decimals}`);
  return power >= 0 ? [digits * 10n ** BigInt(power), 1n] : [digits, 10n ** BigInt(-power)];
}

function isKept(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number)) return false;
  const [a, b] = fraction(literal);
  const [c, d] = fraction(String(number));
  return a * d === c * b;
}

describe('parseExact', () => {
  it.each([
    '1.0',
    '1e3',
    '0.1',
    '1E+2',
    '-0',
    '0',
    '0e999',
    '1e308',
    '-1.5e-7',
    '9007199254740992',
    '5e-324',
    '100e-2',
  ])('accepts %s', (literal) => {
    expect(parseExact(literal)).toBe(Number(literal));
  });

  it.each([
    '12345678901234567890',
    '9007199254740993',
    '9999999999999999',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1000000000000000055511151231257827',
    '1.00000000000000000001',
    '123456789.1234567890123',
  ])('refuses %s', (literal) => {
    expect(faultsOf(literal)).toEqual([expect.objectContaining({ pointer: '#', code: 'number-not-exact' })]);
  });

  it('points at each number that is not exact, and at no other', () => {
    const raw =
      '{"a":[1,{"b/~":1e400}],"1e400":"1e400 \\" 1e400","c":{"d\\u0041":[0,[],{},12345678901234567890]},"e":1e5}';
    expect(faultsOf(raw).map(({ pointer }) => pointer)).toEqual(['#/a/1/b~1~0', '#/c/dA/3']);
  });

  it('keeps properties called __proto__ and constructor', () => {
    const value = parseExact('{"__proto__":{"x":1e2},"constructor":1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('leaves text that is not JSON to JSON.parse', () => {
    expect(() => parseExact('{"a":1e}')).toThrow(SyntaxError);
  });

  it('accepts exactly the literals whose decimal value a double keeps', () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 25 })
      .map((list) => list.join(''));
    const literal = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.oneof(
          fc.constant('0'),
          digits.map((text) => text.replace(/^0+(?=.)/, '')),
        ),
        fc.option(digits, { nil: undefined }),
        fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.integer({ min: 0, max: 330 })), {
          nil: undefined,
        }),
      )
      .map(
        ([sign, whole, decimals, power]) => `${sign}${whole}${decimals ? `.${decimals}` : ''}${power?.join('') ?? ''}`,
      );
    fc.assert(
      fc.property(fc.oneof(literal, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)), (text) => {
        const refused = faultsOf(`{"n":[${text}]}`).map(({ pointer }) => pointer);
        expect(refused).toEqual(isKept(text) ? [] : ['#/n/0']);
      }),
      { numRuns: 2_000 },
    );
  });

  it('equals JSON.parse for any value without inexact numbers', () => {
    fc.assert(
      fc.property(fc.json(), (raw) => {
        if (faultsOf(raw).length === 0) expect(parseExact(raw)).toEqual(JSON.parse(raw));
      }),
    );
  });
});
