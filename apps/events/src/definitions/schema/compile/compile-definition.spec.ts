import type { CompiledSchema } from '../validate/compiled-schema.js';
import { compileDefinition } from './compile-definition.js';
import { type Fault, SchemaRefused } from '../faults.js';

const ID = 'https://ces.example/api/1/terminal/events/order.placed';
const HEAD = { $id: ID, $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };

function compile(body: object): Promise<CompiledSchema> {
  return compileDefinition(JSON.stringify({ ...HEAD, ...body }), ID);
}

async function faultsOf(raw: string): Promise<readonly Fault[]> {
  try {
    await compileDefinition(raw, ID);
    return [];
  } catch (error) {
    if (error instanceof SchemaRefused) return error.faults;
    throw error;
  }
}

async function refusals(body: object): Promise<string[]> {
  const faults = await faultsOf(JSON.stringify({ ...HEAD, ...body }));
  return faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

function many(count: number, schema: (index: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema(index)]));
}

describe('compileDefinition', () => {
  it('accepts a definition, which validates data', async () => {
    const schema = await compile({ properties: { total: { type: 'number', minimum: 0 } }, required: ['total'] });
    expect(schema.validate({ total: 19.99 })).toEqual([]);
    expect(schema.isValid({ total: -1 })).toBe(false);
  });

  it.each([
    ['{', '#', 'not-json'],
    ['[]', '#', 'not-an-object'],
    ['true', '#', 'not-an-object'],
    [`"${'x'.repeat(128 * 1024)}"`, '#', 'schema-too-large'],
    [JSON.stringify({ ...HEAD, minProperties: 0 }).replace(/0}$/, '1e400}'), '#/minProperties', 'number-not-exact'],
  ])('refuses text that is no definition: %.20s', async (raw, pointer, code) => {
    expect(await faultsOf(raw)).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('demands the $id byte for byte, the $schema and the type', async () => {
    expect(await refusals({ $id: `${ID}#`, $schema: `${HEAD.$schema}#`, type: ['object'] })).toEqual([
      '#/$id id-mismatch',
      '#/$schema dialect-not-supported',
      '#/type type-not-object',
    ]);
    expect(await faultsOf('{}')).toHaveLength(3);
  });

  it('points at every fault by the meta-schema of the draft', async () => {
    expect(await refusals({ properties: { a: { minimum: '1' }, 'b/c': 5 } })).toEqual([
      '#/properties/a/minimum type',
      '#/properties/b~1c type',
    ]);
  });

  it('refuses more than 2,000 subschemas, at the first one beyond', async () => {
    expect(await refusals({ properties: many(6_000, () => true) })).toEqual(['#/properties/p1999 too-many-subschemas']);
    expect(await refusals({ properties: many(1_999, () => true) })).toEqual([]);
  });

  it('refuses nesting beyond 64', async () => {
    const nested = (depth: number): string =>
      JSON.stringify({ ...HEAD, default: 0 }).replace(/0}$/, `${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(await faultsOf(nested(63))).toEqual([]);
    expect(await faultsOf(nested(64))).toEqual([expect.objectContaining({ code: 'nesting-too-deep' })]);
    expect(await faultsOf(nested(30_000))).toEqual([expect.objectContaining({ code: 'nesting-too-deep' })]);
  });

  it.each([
    ['http://localhost:1234/integer.json'],
    ['https://json-schema.org/draft/2019-09/schema'],
    ['file:///etc/passwd'],
    ['other'],
    ['#/$defs/missing'],
    ['#missing'],
    ['#constructor'],
    ['urn:nowhere:else'],
  ])('refuses a $ref to %s', async (reference) => {
    expect(await refusals({ properties: { a: { $ref: reference } } })).toEqual([
      '#/properties/a/$ref reference-outside',
    ]);
  });

  it.each([
    '#/default',
    '#/properties/a/enum/0',
    '#/unknown/x',
    '#/properties',
    'https://json-schema.org/draft/2020-12/schema#/properties',
  ])('refuses a $ref to %s, which is not a schema', async (reference) => {
    const body = { default: {}, unknown: { x: {} }, properties: { a: { enum: [{}] }, b: { $ref: reference } } };
    expect(await refusals(body)).toEqual([expect.stringMatching(/^#\/properties\/b\/\$ref reference-/)]);
  });

  it('refuses references that lead back to themselves', async () => {
    expect(await refusals({ $ref: '#' })).toEqual(['# endless-reference']);
    expect(await refusals({ properties: { a: { anyOf: [{ not: { $ref: '#/properties/a' } }] } } })).toEqual([
      '#/properties/a endless-reference',
    ]);
    expect(await refusals({ $defs: { a: { $ref: '#/$defs/a/$ref' } } })).toEqual([
      '#/$defs/a/$ref reference-not-a-schema',
    ]);
    expect(await refusals({ properties: { child: { $ref: '#' } } })).toEqual([]);
  });

  it('refuses another dialect inside, and duplicate identifiers', async () => {
    expect(await refusals({ $defs: { a: { $id: 'a', $schema: 'http://json-schema.org/draft-07/schema#' } } })).toEqual([
      '#/$defs/a/$schema dialect-not-supported',
    ]);
    expect(await refusals({ $defs: { a: { $id: 'a' }, b: { $id: 'a' } } })).toEqual(['#/$defs/b/$id id-taken']);
    expect(await refusals({ $defs: { a: { $id: ID } } })).toEqual(['#/$defs/a/$id id-taken']);
    expect(await refusals({ $defs: { a: { $id: HEAD.$schema } } })).toEqual(['#/$defs/a/$id id-taken']);
    expect(await refusals({ $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } })).toEqual([
      '#/$defs/b/$anchor anchor-taken',
    ]);
    expect(await refusals({ $defs: { a: { $anchor: 'x' }, b: { $id: 'b', $anchor: 'x' } } })).toEqual([]);
  });

  it('refuses patterns that are not supported, at the pattern', async () => {
    const body = { properties: { a: { pattern: '(?=a)' } }, patternProperties: { '(a)\\1': true, '(': true } };
    expect(await refusals(body)).toEqual([
      '#/properties/a/pattern pattern-not-supported',
      '#/patternProperties/(a)%5C1 pattern-not-supported',
      '#/patternProperties/( pattern-invalid',
    ]);
  });

  it('limits the size of all patterns together', async () => {
    expect(await refusals({ properties: many(10, (at) => ({ pattern: `a{600${at}}` })) })).toEqual([
      '#/properties/p6/pattern pattern-too-large',
    ]);
  });

  it('never throws another error, with any value of a keyword', async () => {
    const values = [
      null,
      true,
      0,
      -1,
      1.5,
      '',
      '#',
      '%',
      [],
      [1],
      {},
      { $ref: 1 },
      [{ $ref: '#/%' }],
      { a: { $id: '::' } },
    ];
    const keywords = [
      '$ref',
      '$dynamicRef',
      '$anchor',
      '$vocabulary',
      '$defs',
      'properties',
      'allOf',
      'not',
      'enum',
      'const',
    ];
    for (const keyword of [...keywords, 'pattern', 'required', 'dependentRequired', 'constructor', '__proto__']) {
      for (const value of values) {
        const body = JSON.stringify({ ...HEAD, $defs: { a: { x: value } } }).replace('"x"', `"${keyword}"`);
        for (const { pointer } of await faultsOf(body)) expect(pointer).toMatch(/^#/);
      }
    }
  });

  it('takes five Unicode properties and no sixth, in patterns of values and of names together', async () => {
    const names = ['Lu', 'Ll', 'Nd', 'Sc', 'Greek'];
    const pattern = (name: string) => (name === 'Greek' ? '\\p{Script=Greek}' : `\\p{${name}}`);
    const properties = many(5, (n) => ({ type: 'string', pattern: pattern(names[n] ?? '') }));
    expect(await refusals({ properties })).toEqual([]);
    expect(await refusals({ properties, patternProperties: { [pattern('Lu')]: {} } })).toEqual([]);
    expect(await refusals({ properties, patternProperties: { [pattern('Cf')]: {} } })).toEqual([
      '#/patternProperties/%5Cp%7BCf%7D pattern-too-large',
    ]);
  });

  it('counts a pattern once that stands in many places, and names the first place beyond the limit alone', async () => {
    const large = (n: number) => ({ type: 'string', pattern: `a{${5_900 + n}}` });
    expect(await refusals({ properties: many(20, () => large(0)) })).toEqual([]);
    expect(await refusals({ properties: many(6, large) })).toEqual([]);
    expect(await refusals({ properties: many(20, large) })).toEqual(['#/properties/p6/pattern pattern-too-large']);
  });

  it('refuses each pattern that is none, beside others that are', async () => {
    const properties = { a: { pattern: '(' }, b: { pattern: 'ok' }, c: { pattern: '[' } };
    expect(await refusals({ properties })).toEqual([
      expect.stringMatching(/^#\/properties\/a\/pattern /),
      expect.stringMatching(/^#\/properties\/c\/pattern /),
    ]);
  });

  it('compares const and enum by value, whatever keywords their members look like', async () => {
    const values = { const: { $ref: '#/nowhere', b: 1, a: [1.0] } };
    const schema = await compile({ properties: { x: values, y: { enum: [{ $id: 'x' }, 1e2] } } });
    expect(schema.isValid({ x: { a: [1], b: 1.0, $ref: '#/nowhere' }, y: 100 })).toBe(true);
    expect(schema.isValid({ x: { a: [1], b: 1 }, y: 100 })).toBe(false);
    expect(schema.isValid({ y: { $id: 'x' } })).toBe(true);
    expect(schema.isValid({ y: { $id: 'y' } })).toBe(false);
    expect(schema.isValid({ y: '100' })).toBe(false);
  });
});
