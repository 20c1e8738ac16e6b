import fc from 'fast-check';
import { createContext, Script } from 'node:vm';
import { VALIDATION_LIMITS, withinBudget } from '../budget.js';
import { ValidationTooCostly } from '../faults.js';
import { complement, contains, propertyCodePoints, SPACE } from './code-points.js';
import { Pattern } from './pattern.js';
import { PatternRefused } from './program.js';

const UNLIMITED = { ...VALIDATION_LIMITS, units: Number.MAX_SAFE_INTEGER, milliseconds: Infinity };

function test(source: string, text: string, limits = UNLIMITED): boolean {
  return withinBudget(limits, () => new Pattern(source).test(text));
}

const native = { context: createContext({}), script: new Script('expression.exec(text)') };

/** RegExp's answer, or undefined when it takes too long: RegExp backtracks, on some patterns for hours. */
function execNative(expression: RegExp, text: string): RegExpExecArray | null | undefined {
  Object.assign(native.context, { expression, text });
  try {
    return native.script.runInContext(native.context, { timeout: 250 }) as RegExpExecArray | null;
  } catch {
    return undefined;
  }
}

function refusal(source: string): string | undefined {
  try {
    new Pattern(source);
    return undefined;
  } catch (error) {
    return error instanceof PatternRefused ? error.code : 'other';
  }
}

const atom = fc.constantFrom(
  ...['a', 'b', '_', '-', ' ', 'é', '😀', '\\n', '\\.', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '[ab]', '[^ab]'],
  ...[
    '[^]',
    '[]',
    '[a-c\\d]',
    '[^\\w-]',
    '\\p{L}',
    '\\P{L}',
    '[\\p{Lu}_]',
    '\\u{1F600}',
    '\\uD83D',
    '\\b',
    '\\B',
    '^',
    '$',
  ],
);
const quantifier = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '{2}',
  '{0}',
  '{1,}',
  '{0,2}',
  '{2,3}',
  '*?',
  '+?',
  '{1,2}?',
);
const { pattern } = fc.letrec<{ pattern: string; sequence: string; term: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
  sequence: fc.array(tie('term'), { maxLength: 3 }).map((parts) => parts.join('')),
  term: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(atom, quantifier).map(([a, q]) => (/^(?:\\[bB]|\^|\$)$/.test(a) ? a : a + q)),
    fc.tuple(fc.constantFrom('(', '(?:', '(?<x>'), tie('pattern'), quantifier).map(([o, p, q]) => `${o}${p})${q}`),
  ),
}));
// Pattern refuses duplicate group names, as the standard does; V8 sometimes accepts them.
const withDistinctNames = (source: string): string => {
  let count = 0;
  return source.replaceAll('<x>', () => `<x${++count}>`);
};
// V8 lets `\B` match between the halves of a surrogate pair, where the standard sees no position.
const isInsidePair = (sample: string, index: number): boolean =>
  index > 0 && (sample.codePointAt(index - 1) ?? 0) > 0xffff;
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '_', '-', ' ', '\n', '\u2028', 'é', 'É', '😀', '\ud83d', '\ude00'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

describe('Pattern', () => {
  it('agrees with RegExp with the u flag on any pattern and any text', () => {
    let compared = 0;
    fc.assert(
      fc.property(pattern.map(withDistinctNames), fc.array(text, { minLength: 1, maxLength: 6 }), (source, texts) => {
        let expression: RegExp;
        try {
          expression = new RegExp(source, 'u');
        } catch {
          expect(refusal(source)).toBe('pattern-invalid');
          return;
        }
        const own = new Pattern(source);
        for (const sample of texts) {
          const match = execNative(expression, sample);
          if (match === undefined || (match !== null && isInsidePair(sample, match.index))) continue;
          const result = withinBudget(UNLIMITED, () => own.test(sample));
          if (result !== (match !== null)) expect([sample, result]).toEqual([sample, match !== null]);
        }
        compared += texts.length;
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it.each(['L', 'Lu', 'Script=Greek', 'Script_Extensions=Latin', 'Cs', 'Any', 'ASCII', 'Cn'])(
    'reads \\p{%s} as the runtime does, for every code point',
    (property) => {
      const native = new RegExp(`^\\p{${property}}$`, 'u');
      const set = propertyCodePoints(property);
      let differences = 0;
      for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
        if (contains(set, codePoint) !== native.test(String.fromCodePoint(codePoint))) differences += 1;
      }
      expect(differences).toBe(0);
    },
  );

  it('matches the white space of ECMA-262, and complements up to the last code point', () => {
    for (let codePoint = 0; codePoint <= 0xffff; codePoint += 1) {
      if (contains(SPACE, codePoint) !== /^\s$/u.test(String.fromCharCode(codePoint))) expect(codePoint).toBe('equal');
    }
    expect(complement(complement(SPACE))).toEqual(SPACE);
    expect(contains(complement([0, 0x10fffe]), 0x10ffff)).toBe(true);
    expect(contains(complement([]), 0)).toBe(true);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^(.*a){12}$', '([a-z]+)*=', '(a|b)*a(a|b){20}c', '(?:[ab]{1,30}b){30}c'])(
    'tests %s on 64 KiB within the budget or stops',
    (source) => {
      const matches = (): boolean =>
        test(source, `${'ab'.repeat(32_767)}!`, { ...UNLIMITED, units: VALIDATION_LIMITS.units });
      let result: unknown;
      try {
        result = matches();
      } catch (error) {
        result = error;
      }
      expect(result === false || result instanceof ValidationTooCostly).toBe(true);
    },
  );

  it('tests the classic explosive patterns to the end', () => {
    expect(test('^(a+)+$', `${'a'.repeat(65_535)}!`, VALIDATION_LIMITS)).toBe(false);
    expect(test('^(a+)+$', 'a'.repeat(65_536), VALIDATION_LIMITS)).toBe(true);
  });

  it('drops states that it built, and builds them again', () => {
    const pattern = new Pattern('(a|b)*a(a|b){5}c');
    const matches = (): boolean => withinBudget(UNLIMITED, () => pattern.test(`${'ab'.repeat(50)}bbc`));
    expect(matches()).toBe(true);
    pattern.forget();
    expect(matches()).toBe(true);
  });

  it.each([
    ['(?=a)b', 'pattern-not-supported'],
    ['(?<!a)b', 'pattern-not-supported'],
    ['(a)\\1', 'pattern-not-supported'],
    ['(?<x>a)\\k<x>', 'pattern-not-supported'],
    ['(?i:a)', 'pattern-not-supported'],
    ['(', 'pattern-invalid'],
    ['a{2,1}', 'pattern-invalid'],
    ['\\a', 'pattern-invalid'],
    ['\\p{Nonsense}', 'pattern-invalid'],
    ['(?:a{1000}){1000}', 'pattern-too-large'],
    ['(?:a?){1000000000}', 'pattern-too-large'],
    ['('.repeat(30_000) + ')'.repeat(30_000), 'pattern-too-large'],
  ])('refuses %.20s as %s', (source, code) => {
    expect(refusal(source)).toBe(code);
  });

  it('answers where RegExp backtracks for hours', () => {
    const explosive = '^(?:(|)(|\\D|){2}){9}a$';
    expect(execNative(new RegExp(explosive, 'u'), '-'.repeat(40))).toBeUndefined();
    expect(test(explosive, '-'.repeat(40))).toBe(false);
  });

  it('writes an empty element once, however often it repeats', () => {
    expect(test('^(?:(?:){1000000000}){1000000000}$', '')).toBe(true);
  });
});
