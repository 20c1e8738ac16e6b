import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pointerTo } from './json-pointer.js';
import { maxNestingOfBatch, refuseUnkept, scanJson } from './scan-json.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const codeOf = (json: string) => scanJson(Buffer.from(json))?.code;
const faultsOf = (json: string): unknown => {
  try {
    refuseUnkept(Buffer.from(json));
    return undefined;
  } catch (error) {
    return (error as { extras: { errors: unknown } }).extras.errors;
  }
};

describe('a scan of JSON', () => {
  it('allows 64 levels and not 65', () => {
    expect([codeOf(nested(64)), codeOf(nested(65))]).toEqual([undefined, 'nesting-too-deep']);
    const deep = `{"a":[1,${nested(64)}]}`;
    const pointer = `#/a/1${'/0'.repeat(62)}`;
    expect(faultsOf(deep)).toEqual([{ pointer, code: 'nesting-too-deep', detail: expect.any(String) as string }]);
  });

  it('allows two levels more in a batch', () => {
    const levels = (depth: number) => scanJson(Buffer.from(nested(depth)), maxNestingOfBatch)?.code;
    expect([levels(66), levels(67), codeOf(nested(65))]).toEqual([undefined, 'nesting-too-deep', 'nesting-too-deep']);
  });

  it('does not count brackets, keys or numbers within strings', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codeOf(JSON.stringify([`${text}${'['.repeat(100)}"\\`, `{"a":-0,"a":1}`, { a: text, b: text }]))).toBe(
          undefined,
        );
      }),
    );
  });

  it.each([
    ['{"amount":"x","amount":5}', '#/amount'],
    ['{"a":1,"\\u0061":2}', '#/a'],
    ['{"\\u0061":1,"a":2}', '#/a'],
    ['{"a\\/b":1,"a/b":2}', '#/a~1b'],
    ['{"é":1,"\\u00e9":2}', '#/%C3%A9'],
    ['{"":1,"":2}', '#/'],
    ['[{"a":1},{"a":{"b":[1,{"c":[],"d":{"c":1},"c":2}]}}]', '#/1/a/b/1/c'],
    ['{"a":{"x":1,"y":2},"b":{"x":1},"a":3}', '#/a'],
    ['{"constructor":1,"__proto__":2,"__proto__":3}', '#/__proto__'],
  ])('refuses a repeated key of one object, with its pointer: %s', (json, pointer) => {
    expect(faultsOf(json)).toEqual([{ pointer, code: 'key-duplicated', detail: expect.any(String) }]);
  });

  it.each([
    ['-0', '#'],
    ['{"a":[1,-0]}', '#/a/1'],
    ['{"a":-0.00}', '#/a'],
    ['{"a":-0e5,"b":1}', '#/a'],
    ['{"a":-0E-7}', '#/a'],
  ])('refuses negative zero, with its pointer: %s', (json, pointer) => {
    expect(faultsOf(json)).toEqual([{ pointer, code: 'negative-zero', detail: expect.any(String) }]);
  });

  it.each(['{"a":-0.5,"b":1e-0,"c":1E-07,"d":[-1,-0.001e9,0,-10]}', '{"a":{"a":[{"a":1},{"a":1}]},"b":["a","a"]}'])(
    'accepts JSON that nothing alters: %s',
    (json) => {
      expect(codeOf(json)).toBe(undefined);
    },
  );

  it('accepts every document that JSON.stringify prints', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), fc.constantFrom(undefined, 2), (value, indent) => {
        expect(codeOf(JSON.stringify(value, undefined, indent))).toBe(undefined);
      }),
    );
  });

  it('names the place of a fault before 2 MB of an unclosed string', () => {
    // A search that begins again at each quotation mark would take hours.
    expect(faultsOf(`[-0"${'\\"'.repeat(1_000_000)}`)).toEqual([
      { pointer: '#/0', code: 'negative-zero', detail: expect.any(String) },
    ]);
    expect(pointerTo(Buffer.from('{"a":[1,"\\'), 6)).toBe('#/a/0');
  });

  it('keeps no keys of a document whose objects are unclosed', () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const keys = Array.from({ length: 5_000 }, (_, n) => `"some-key-${n}":0,`).join('');
    const unclosed = Buffer.from(`{${keys}"deeper":`.repeat(64));
    const faulty = Buffer.from(`${unclosed.toString()}-0`);
    collect();
    const before = process.memoryUsage().heapUsed;
    expect([scanJson(unclosed)?.code, scanJson(faulty)?.code]).toEqual([undefined, 'negative-zero']);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 1_048_576);
  });

  it('finds a repeated key among any others, however they are escaped', () => {
    const escaped = (key: string) =>
      `"${[...Array(key.length).keys()].map((i) => `\\u${key.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 80 }),
        fc.nat(),
        fc.boolean(),
        (keys, pick, alike) => {
          const again = keys[pick % keys.length] ?? '';
          const members = keys.map((key) => `${JSON.stringify(key)}:{"x":1}`);
          expect(codeOf(`{${members.join()}}`)).toBe(undefined);
          members.push(`${alike ? JSON.stringify(again) : escaped(again)}:0`);
          expect(codeOf(`{${members.join()}}`)).toBe('key-duplicated');
        },
      ),
    );
  });

  it('never throws on malformed JSON, which the parser refuses later', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]",:\\au0-]{0,60}$/), (text) => {
        expect(() => scanJson(Buffer.from(text))).not.toThrow();
        expect(() => {
          try {
            refuseUnkept(Buffer.from(text));
          } catch (error) {
            if (!(error instanceof Error && error.name === 'Problem')) throw error;
          }
        }).not.toThrow();
      }),
    );
  });

  it('finds a repeated key among 20,000', () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => `"${n}":${n}`);
    expect(codeOf(`{${keys.join()}}`)).toBe(undefined);
    expect(codeOf(`{${keys.join()},"19999":1}`)).toBe('key-duplicated');
  });
});
