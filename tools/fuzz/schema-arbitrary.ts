import fc from 'fast-check';
import { junkCharacters, junkTexts, junkValues } from './junk.ts';
import type { OpenApi, Schema } from './operations.ts';

const deepest = 5;

/** Draws values that a schema describes, and some that it nearly describes. */
export function arbitraryOf(api: OpenApi, given: Schema | undefined, depth = 0): fc.Arbitrary<unknown> {
  const schema = api.resolve(given);
  if (depth > deepest) return fc.constant(null);
  const alternatives = alternativesOf(schema);
  if (alternatives) return fc.oneof(...alternatives.map((each) => arbitraryOf(api, each, depth + 1)));
  if ('const' in schema) return fc.constant(schema['const']);
  const values = schema['enum'];
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  const types = [schema['type'] ?? []].flat() as string[];
  if (types.length === 0) return 'example' in schema ? fc.constant(schema['example']) : fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => ofType(api, type, schema, depth)));
}

function alternativesOf(schema: Schema): Schema[] | undefined {
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const found = schema[keyword];
    if (Array.isArray(found) && found.length > 0) return found as Schema[];
  }
  return undefined;
}

function ofType(api: OpenApi, type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return ofText(schema);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -5, max: 600 }), fc.integer(), fc.double({ noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(api, schema['items'] as Schema | undefined, depth + 1), { maxLength: 4 });
    default:
      return ofObject(api, schema, depth);
  }
}

/** Texts are short, so that they cannot be addresses of other machines. */
function ofText(schema: Schema): fc.Arbitrary<unknown> {
  const example = schema['example'];
  const some = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.constantFrom(...junkTexts),
  );
  // An example with an address is left out: a name of `.example` leads nowhere, but it would be looked up.
  const usable = typeof example === 'string' && !example.includes('://');
  const known = usable ? [fc.constant(example), spoiled(example), spoiled(example)] : [];
  return fc.oneof(...known, some);
}

/** Puts one wrong character into a good text. */
export function spoiled(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.constantFrom(...junkCharacters))
    .map(([at, character]) => `${text.slice(0, at)}${character}${text.slice(at)}`);
}

function ofObject(api: OpenApi, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  const entries = Object.entries(properties).map(([name, each]) => [name, arbitraryOf(api, each, depth + 1)] as const);
  if (entries.length === 0) return fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...junkValues));
  return fc.record(Object.fromEntries(entries), { requiredKeys: required.filter((name) => name in properties) });
}
