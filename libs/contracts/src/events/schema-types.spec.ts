import { typeAt, typeOfSchema, type Type } from './schema-types.js';

const kindAt = (schema: unknown, ...path: string[]): string | undefined => typeAt(schema, path)?.kind;
const kindOf = (schema: unknown): string => typeOfSchema(schema).kind;
const within = (type: Type | undefined, name: string): string | undefined => type?.property?.(name)?.kind;

describe('the type of a value by its schema', () => {
  it.each([
    [{ type: 'integer' }, 'int'],
    [{ type: 'number' }, 'double'],
    [{ type: 'string' }, 'string'],
    [{ type: 'boolean' }, 'bool'],
    [{ type: 'null' }, 'null'],
    [{ type: 'array' }, 'list'],
    [{ type: 'object' }, 'object'],
    [{ type: 'unheard-of' }, 'dyn'],
    [{ type: 7 }, 'dyn'],
    [{ type: ['string', 'null'] }, 'string'],
    [{ type: ['integer', 'number'] }, 'double'],
    [{ type: ['integer', 'number', 'null'] }, 'double'],
    [{ type: ['string', 'integer'] }, 'dyn'],
    [{ type: ['null'] }, 'null'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: [1, 2.5, null] }, 'double'],
    [{ enum: [1, 2] }, 'int'],
    [{ enum: [1, 'a'] }, 'dyn'],
    [{ enum: [[], [1]] }, 'list'],
    [{ const: null }, 'null'],
    [{ const: {} }, 'object'],
    [{ const: false }, 'bool'],
    [{ type: 'string', enum: [1] }, 'string'],
    [{ properties: {} }, 'object'],
    [{}, 'dyn'],
    [true, 'dyn'],
    [undefined, 'dyn'],
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'string'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'dyn'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'double'],
    [{ if: { type: 'string' }, then: { type: 'integer' }, else: { type: 'null' } }, 'int'],
  ])('of %j is %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind);
  });

  it('follows references within the document, with escapes of pointers and of addresses', () => {
    const schema = {
      $defs: { 'a/b~c': { type: 'integer' }, 'ü x': { type: 'string' } },
      properties: {
        slash: { $ref: '#/$defs/a~1b~0c' },
        escaped: { $ref: '#/$defs/%C3%BC%20x' },
        whole: { $ref: '#' },
      },
    };
    expect(kindAt(schema, 'slash')).toBe('int');
    expect(kindAt(schema, 'escaped')).toBe('string');
    expect(kindAt(schema, 'whole', 'whole', 'slash')).toBe('int');
  });

  it('takes the target of any other reference for a value with any properties', () => {
    for (const $ref of ['#anchor', 'https://elsewhere.example/schema', 'other.json#/a']) {
      expect([kindOf({ $ref }), kindAt({ $ref, properties: { a: {} } }, 'b', 'deeper')]).toEqual(['dyn', 'dyn']);
    }
  });

  it('knows nothing of a reference that leads nowhere', () => {
    const schema = { $defs: { a: 1 }, properties: { b: { $ref: '#/$defs/none' }, c: { $ref: '#/$defs/none/deeper' } } };
    expect([kindAt(schema, 'b'), kindAt(schema, 'c'), kindAt({ $ref: '#/%zz' })]).toEqual(['dyn', 'dyn', 'dyn']);
  });

  it('ends with schemas that refer to each other, and with too many at one place', () => {
    expect(kindOf({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' })).toBe('dyn');
    const together = (count: number) => ({ allOf: Array.from({ length: count }, () => ({ type: 'string' })) });
    expect([kindOf(together(199)), kindOf(together(200))]).toEqual(['string', 'dyn']);
  });
});

describe('the type at a path of a schema', () => {
  const order = {
    type: 'object',
    properties: {
      amount: { type: 'integer' },
      lines: { type: 'array', items: { properties: { sku: { type: 'string' } } } },
      pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] },
      mixed: { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'string' } },
    },
  };

  it('is that of the property, or of the items of a list', () => {
    expect(kindAt(order, 'amount')).toBe('int');
    expect(kindAt(order, 'lines', '*', 'sku')).toBe('string');
    expect([kindAt(order, 'pair', '*'), kindAt(order, 'mixed', '*')]).toEqual(['int', 'dyn']);
    expect(kindAt(order)).toBe('object');
  });

  it('is none where the properties are named and this is not one of them', () => {
    expect(typeAt(order, ['amuont'])).toBeUndefined();
    expect(typeAt(order, ['lines', '*', 'price', 'deeper'])).toBeUndefined();
    expect(typeAt({ type: 'object', additionalProperties: false }, ['any'])).toBeUndefined();
    expect(typeAt(order, ['amount', 'deeper'])).toBeUndefined();
  });

  it('is none for what every object inherits', () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect(typeAt(order, [name])).toBeUndefined();
  });

  it('is any where no schema names a property, or where patterns do', () => {
    expect(kindAt({ type: 'object' }, 'any')).toBe('dyn');
    expect(kindAt({ type: 'array' }, '*', 'any')).toBe('dyn');
    expect(kindAt({ properties: { a: {} }, patternProperties: { '^x': { type: 'string' } } }, 'any')).toBe('dyn');
    expect(typeAt({ properties: { a: {} }, patternProperties: {} }, ['any'])).toBeUndefined();
  });

  it('is that of additional properties, unless the property is named', () => {
    const schema = { properties: { a: { type: 'integer' } }, additionalProperties: { type: 'string' } };
    expect([kindAt(schema, 'a'), kindAt(schema, 'b')]).toEqual(['int', 'string']);
  });

  it('joins what several schemas say of one property', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: ['integer', 'null'] } },
      anyOf: [{ properties: { b: { type: 'string' } } }, { properties: { a: { type: 'number' } } }],
    };
    expect([kindAt(schema, 'a'), kindAt(schema, 'b'), kindAt(schema, 'c')]).toEqual(['double', 'string', undefined]);
    expect(typeOfSchema(schema).names?.().sort()).toEqual(['a', 'b']);
  });

  it('reads a value of several kinds as any of them', () => {
    const schema = { anyOf: [{ type: 'string' }, { properties: { a: { type: 'integer' } } }] };
    const type = typeOfSchema(schema);
    expect([type.kind, within(type, 'a'), within(type, 'b')]).toEqual(['dyn', 'int', undefined]);
  });

  it('takes `*` for a name where there is no list', () => {
    expect(kindAt({ properties: { '*': { type: 'integer' } } }, '*')).toBe('int');
  });
});
