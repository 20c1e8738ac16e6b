import { VALIDATION_LIMITS } from '../budget.js';
import { compileDefinition } from '../compile/compile-definition.js';
import type { CompiledSchema } from './compiled-schema.js';
import { ValidationTooCostly } from '../faults.js';
import { parseExact } from '../numbers.js';

const ID = 'https://ces.example/api/1/terminal/events/order.placed';

/** Limits without a clock: data that is too costly here is too costly on every machine. */
const COUNTED = { ...VALIDATION_LIMITS, milliseconds: Infinity };

/** Parses text, because `__proto__` in a literal has another meaning. */
function compile(body: string): Promise<CompiledSchema> {
  const head = `"$id":"${ID}","$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"`;
  return compileDefinition(`{${head},${body}}`, ID);
}

async function faults(body: string, data: string): Promise<string[]> {
  const schema = await compile(body);
  return schema.validate(parseExact(data), COUNTED).map(({ pointer, code }) => `${pointer} ${code}`);
}

async function isValid(schema: string, value: string): Promise<boolean> {
  return (await compile(`"properties":{"v":${schema}}`)).isValid(parseExact(`{"v":${value}}`));
}

function list(count: number, item: (index: number) => unknown): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => item(index)));
}

describe('the faults of data', () => {
  it('are reported all at once, each with its pointer, its keyword and a sentence', async () => {
    const schema = await compile(
      '"required":["id","at"],"properties":{"age":{"minimum":18},"tags":{"items":{"type":"string"}},"a/b":false},"additionalProperties":false',
    );
    expect(schema.validate({ age: 3, tags: ['x', 1], 'a/b': 1, extra: null, at: 0 })).toEqual([
      { pointer: '#', code: 'required', detail: 'The property "id" is required.' },
      { pointer: '#/age', code: 'minimum', detail: 'Must be at least 18.' },
      { pointer: '#/tags/1', code: 'type', detail: 'Must be of type string.' },
      { pointer: '#/a~1b', code: 'properties', detail: 'Nothing is allowed here.' },
      { pointer: '#/extra', code: 'additional-properties', detail: 'The property is not defined.' },
      { pointer: '#/at', code: 'additional-properties', detail: 'The property is not defined.' },
    ]);
  });

  it('point at the property whose name is wrong', async () => {
    expect(await faults('"propertyNames":{"pattern":"^[a-z]+$"}', '{"Ab":1,"ok":2}')).toEqual(['#/Ab pattern']);
  });

  it('name the alternatives that failed, and none that need not hold', async () => {
    const body =
      '"properties":{"v":{"anyOf":[{"type":"string"},{"minimum":5}]}},"if":{"required":["x"]},"else":{"maxProperties":1}';
    expect(await faults(body, '{"v":3}')).toEqual(['#/v any-of', '#/v type', '#/v minimum']);
    expect(await faults(body, '{"v":9}')).toEqual([]);
  });

  it('are searched for until there are more than a problem names', async () => {
    expect(
      await faults('"properties":{"v":{"items":{"type":"string"}}}', `{"v":${list(5_000, () => 1)}}`),
    ).toHaveLength(101);
  });

  it('survive property names that have no encoding', async () => {
    expect(await faults('"additionalProperties":false', '{"\\ud800":1}')).toEqual([
      '#/%EF%BF%BD additional-properties',
    ]);
  });
});

describe('the names of properties that every object inherits', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

  it.each(names)('%s is a property like any other', async (name) => {
    expect(await faults(`"required":["${name}"]`, '{}')).toEqual(['# required']);
    expect(await faults(`"required":["${name}"]`, `{"${name}":1}`)).toEqual([]);
    expect(await faults(`"properties":{"${name}":{"type":"string"}}`, '{}')).toEqual([]);
    expect(await faults(`"properties":{"${name}":{"type":"string"}}`, `{"${name}":1}`)).toEqual([`#/${name} type`]);
    expect(await faults('"properties":{},"additionalProperties":false', `{"${name}":1}`)).toEqual([
      `#/${name} additional-properties`,
    ]);
    expect(await faults(`"dependentRequired":{"a":["${name}"],"${name}":["b"]}`, '{"a":1}')).toEqual([
      '# dependent-required',
    ]);
    expect(await faults(`"dependentSchemas":{"${name}":false}`, '{}')).toEqual([]);
    expect(await faults(`"unevaluatedProperties":false`, `{"${name}":1}`)).toEqual([
      `#/${name} unevaluated-properties`,
    ]);
    expect(await faults(`"properties":{"v":{"const":{"${name}":1}}}`, '{"v":{}}')).toEqual(['#/v const']);
    expect(await faults(`"properties":{"v":{"const":{"${name}":1}}}`, `{"v":{"${name}":1.0}}`)).toEqual([]);
    expect(await faults(`"${name}":{"type":"string"}`, '{}')).toEqual([]);
  });
});

describe('validation beyond the official suite', () => {
  it.each([
    ['{"multipleOf":0.01}', '19.99', true],
    ['{"multipleOf":0.01}', '19.995', false],
    ['{"multipleOf":1}', '1.00000001', false],
    ['{"multipleOf":1e-8}', '12391239123', true],
    ['{"multipleOf":3}', '1e300', false],
    ['{"multipleOf":0.0001}', '0', true],
    ['{"const":{"$anchor":"a"}}', '{}', false],
    ['{"const":{"$anchor":"a"}}', '{"$anchor":"a"}', true],
    ['{"enum":[{"$id":"x","$ref":"y"}]}', '{"$ref":"y","$id":"x"}', true],
    ['{"enum":[{"$id":"x","$ref":"y"}]}', '{}', false],
    ['{"const":[{"$schema":"z"}]}', '[{"$schema":"z"}]', true],
    ['{"const":{"canonical":"1"}}', '1', false],
    ['{"const":0}', '-0', true],
    ['{"uniqueItems":true}', '[1,1.0]', false],
    ['{"uniqueItems":true}', '[1,"1",[1],{"a":1,"b":2},{"b":1,"a":2}]', true],
    ['{"uniqueItems":true}', '[{"a":1,"b":2},{"b":2,"a":1}]', false],
    ['{"minLength":2}', '"😀"', false],
    ['{"maxLength":1}', '"😀"', true],
    ['{"maxLength":1}', '"\\ud83d\\ud83d"', false],
    ['{"$defs":{"a%2Fb":false,"a":{"properties":{"b":true}}},"$ref":"#/properties/v/$defs/a%252Fb"}', '1', false],
    ['{"format":"email"}', '"no"', true],
    ['{"pattern":"^.$"}', '"😀"', true],
    ['{"pattern":"\\\\bé"}', '"é"', false],
    ['{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}', '{"x-a":"b"}', true],
    ['{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}', '{"x-a":"b","y":1}', false],
    ['{"patternProperties":{"^x-":true},"unevaluatedProperties":false}', '{"x-a":"b"}', true],
    ['{"patternProperties":{"^x-":true},"unevaluatedProperties":false}', '{"y":"b"}', false],
  ])('%s on %s is %s', async (schema, value, expected) => {
    expect(await isValid(schema, value)).toBe(expected);
  });

  it('finds no identifier in an example, a default or an unknown keyword', async () => {
    const body =
      '"default":{"$id":"::","$ref":"http://nowhere"},"examples":[{"$anchor":"a"}],"x":{"$dynamicAnchor":"a"}';
    expect(
      await faults(`${body},"$defs":{"y":{"$anchor":"a","type":"string"}},"properties":{"v":{"$ref":"#a"}}`, '{"v":1}'),
    ).toEqual(['#/v type']);
  });

  it('follows a reference to the meta-schema of the draft', async () => {
    const body = '"properties":{"schema":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}';
    expect(await faults(body, '{"schema":{"type":"string"}}')).toEqual([]);
    expect(await faults(body, '{"schema":{"properties":{"a":{"minLength":-1}}}}')).toEqual([
      '#/schema/properties/a/minLength minimum',
    ]);
  });
});

describe('the budget of a validation', () => {
  const chain = (keyword: string, end: string): string => {
    const links = Array.from({ length: 50 }, (_, at) => {
      const next = `{"$ref":"#/$defs/a${at + 1}"}`;
      return `"a${at}":{"${keyword}":[${next},${next}]}`;
    });
    return `"$defs":{${links.join(',')},"a50":${end}},"allOf":[{"$ref":"#/$defs/a0"}]`;
  };
  const items = list(30_000, () => 0);
  const properties = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, 1])));

  it.each([
    ['references that double fifty times', chain('allOf', 'true'), '{}'],
    ['alternatives that double fifty times', chain('anyOf', 'false'), '{}'],
    ['a dynamic reference to itself', '"$dynamicAnchor":"x","allOf":[{"$dynamicRef":"#x"}]', '{}'],
    [
      'many contains',
      `"properties":{"v":{"allOf":${list(900, (at) => ({ contains: { const: at + 1 } }))}}}`,
      `{"v":${items}}`,
    ],
    ['many uniqueItems', `"properties":{"v":{"allOf":${list(900, () => ({ uniqueItems: true }))}}}`, `{"v":${items}}`],
    ['many constants', `"properties":{"v":{"allOf":${list(900, () => ({ not: { const: [] } }))}}}`, `{"v":${items}}`],
    [
      'many patterns',
      `"properties":{"v":{"allOf":${list(900, (at) => ({ pattern: `^[a-y]+${at}$` }))}}}`,
      `{"v":"${'a'.repeat(65_000)}"}`,
    ],
    [
      'evaluated properties, copied many times',
      `"properties":{"v":{"allOf":${list(900, () => ({ additionalProperties: true }))},"unevaluatedProperties":false}}`,
      `{"v":${properties}}`,
    ],
  ])('ends %s', async (_, body, data) => {
    const schema = await compile(body);
    expect(() => schema.isValid(parseExact(data), COUNTED)).toThrow(ValidationTooCostly);
    expect(() => schema.validate(parseExact(data), COUNTED)).toThrow(ValidationTooCostly);
  });

  it('is enough for the largest event under an ordinary definition', async () => {
    const entry =
      '{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"n":{"type":"string","pattern":"^[a-z]+$"}}}';
    const schema = await compile(`"properties":{"v":{"type":"array","uniqueItems":true,"items":${entry}}}`);
    const data = `{"v":${list(2_500, (at) => ({ id: at, n: 'abcdefg' }))}}`;
    expect(schema.validate(parseExact(data), COUNTED)).toEqual([]);
  });

  it('is enough for 14,000 unique items', async () => {
    const schema = await compile('"properties":{"v":{"uniqueItems":true}}');
    expect(schema.validate({ v: Array.from({ length: 14_000 }, (_, at) => at) }, COUNTED)).toEqual([]);
    expect(schema.isValid({ v: [...Array.from({ length: 14_000 }, (_, at) => at), 7] }, COUNTED)).toBe(false);
  });

  it('ends by the clock, too', async () => {
    const schema = await compile(chain('allOf', 'true'));
    let time = 0;
    const limits = { units: Number.MAX_SAFE_INTEGER, milliseconds: 50, now: () => (time += 10) };
    expect(() => schema.isValid({}, limits)).toThrow(ValidationTooCostly);
    expect(time).toBeLessThan(100);
  });

  it('is enough for trees as deep as data may be, and ends before the stack does', async () => {
    const tree = await compile('"$defs":{"t":{"properties":{"c":{"items":{"$ref":"#/$defs/t"}}}}},"$ref":"#/$defs/t"');
    const nested = (depth: number): unknown => JSON.parse('{"c":['.repeat(depth) + '{}' + ']}'.repeat(depth));
    expect(tree.validate(nested(31))).toEqual([]);
    expect(() => tree.isValid(nested(5_000))).toThrow(ValidationTooCostly);
    expect(() => tree.isValid(nested(100_000))).toThrow(ValidationTooCostly);
  });

  it('is new for each validation', async () => {
    const costly = await compile(chain('allOf', 'true'));
    const cheap = await compile('"required":["a"]');
    expect(() => costly.isValid({})).toThrow(ValidationTooCostly);
    expect(cheap.validate({ a: 1 })).toEqual([]);
  });
});
