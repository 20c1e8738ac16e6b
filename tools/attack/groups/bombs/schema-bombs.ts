import { Canary } from '../../canary.ts';
import type { Bombs } from './bombs.ts';

/** Definitions of events that would keep the service busy, or make it fetch something. */
export async function schemaBombs(bombs: Bombs): Promise<void> {
  await tryLimits(bombs);
  await tryRecursion(bombs);
  await tryPatterns(bombs);
  await tryReferences(bombs);
}

async function tryLimits(bombs: Bombs): Promise<void> {
  const wide = (count: number): object => ({
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, {}])),
  });
  const deep = (depth: number): object => (depth === 0 ? {} : { not: deep(depth - 1) });
  const cases: [what: string, schema: object, statuses: number[]][] = [
    ['2,000 subschemas', wide(1_999), [200]],
    ['2,001 subschemas', wide(2_000), [422]],
    ['2,001 subschemas in a list', { allOf: Array.from({ length: 2_001 }, () => ({})) }, [422]],
    ['65 schemas in each other', deep(65), [400]],
    ['130 KiB', { description: 'x'.repeat(133_000) }, [413]],
    [
      '10,000 values of an enum',
      { properties: { a: { enum: Array.from({ length: 10_000 }, (_, i) => i) } } },
      [200, 422],
    ],
    ['an unknown dialect', { $schema: 'https://evil.example/schema' }, [422]],
    ['no object', { type: 'string' }, [422]],
    ['a $vocabulary of its own', { $vocabulary: { 'https://evil.example/v': true } }, [200, 422]],
  ];
  for (const [what, schema, statuses] of cases) {
    await bombs.expect(`a definition with ${what}`, bombs.definition(bombs.newEvent(), schema), statuses);
  }
}

async function tryRecursion(bombs: Bombs): Promise<void> {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `a${i}`,
      i === 39 ? {} : { allOf: [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }] },
    ]),
  );
  const nested = JSON.stringify(Array.from({ length: 60 }).reduce<object>((inner) => ({ a: inner }), {}));
  const schemas: Record<string, object> = {
    'a $ref to itself': { $ref: '#' },
    'two $ref in a circle': { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    'an honest recursion': { properties: { a: { $ref: '#' } } },
    'a recursion that branches': {
      properties: { a: { anyOf: [{ $ref: '#', required: ['z'] }, { $ref: '#', required: ['y'] }, { $ref: '#' }] } },
    },
    'doubling 40 times': { allOf: [{ $ref: '#/$defs/a0' }], $defs: doubling },
    'a $dynamicRef to itself': { $dynamicAnchor: 'x', allOf: [{ $dynamicRef: '#x' }] },
    'oneOf within oneOf': { oneOf: [{ $ref: '#/$defs/a0' }, {}], $defs: doubling },
    'not of itself': { not: { $ref: '#' } },
  };
  for (const [what, schema] of Object.entries(schemas)) {
    const name = bombs.newEvent();
    const answer = await bombs.expect(`a definition with ${what}`, bombs.definition(name, schema), [200, 422]);
    if (answer.status === 200)
      await bombs.expect(`an event of it (${what})`, await bombs.event(name, nested), [202, 422]);
  }
  const unique = await bombs.define({ properties: { a: { uniqueItems: true } } });
  const items = JSON.stringify({ a: Array.from({ length: 9_000 }, (_, i) => [i]) });
  await bombs.expect('9,000 items that must be unique', await bombs.event(unique, items), [202, 422]);
  const multiple = await bombs.define({ properties: { a: { multipleOf: 1e-300 } } });
  await bombs.expect('a multiple of nearly nothing', await bombs.event(multiple, '{"a":1e300}'), [202, 422]);
}

/** The contract allows 100 ms or a refusal. The attack allows a second, because the machine is busy. */
async function tryPatterns(bombs: Bombs): Promise<void> {
  const patterns = [
    '(a+)+$',
    '(a|a)*$',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*a){25}$',
    '(a*)*b',
    '^(a?){60}a{60}$',
    '(x+x+)+y',
  ];
  const input = `${'a'.repeat(30_000)}!`;
  const harder = [
    String.raw`(a+)\1+$`,
    '(?<=a+)+b',
    '(?=(a+))+b$',
    '(a{1,1000}){1,1000}',
    '['.repeat(100),
    'a{99999999}',
    '\\p{Any}*\\p{L}*$',
  ];
  const all = bombs.world.short ? [...patterns.slice(0, 3), ...harder.slice(0, 3)] : [...patterns, ...harder];
  for (const pattern of all) {
    for (const schema of [
      { properties: { a: { pattern } } },
      { patternProperties: { [pattern]: {} }, additionalProperties: false },
    ]) {
      const name = bombs.newEvent();
      const how = 'properties' in schema ? 'of a value' : 'of names';
      const answer = await bombs.expect(`the pattern ${pattern} ${how}`, bombs.definition(name, schema), [200, 422]);
      if (answer.status !== 200) continue;
      for (const text of [input, 'x'.repeat(30_000), `${'a'.repeat(60)}!`]) {
        const body = 'properties' in schema ? { a: text } : { [text]: 1 };
        await bombs.expect(`the pattern ${pattern} ${how}, on data`, await bombs.event(name, body), [202, 422], 1_000);
      }
    }
  }
}

/** A reference outside of the document must be refused, and never fetched. */
async function tryReferences(bombs: Bombs): Promise<void> {
  const canary = await Canary.http('127.0.0.1', (_request, response) => response.end('{}'));
  const foreign = [
    canary.url,
    `${canary.url}#/a`,
    'file:///etc/passwd',
    '//127.0.0.1/a',
    '../../other',
    'urn:uuid:x',
    'data:application/json,{}',
  ];
  for (const $ref of foreign) {
    for (const schema of [{ $ref }, { properties: { a: { $dynamicRef: $ref } } }]) {
      await bombs.expect(`a reference to ${$ref}`, bombs.definition(bombs.newEvent(), schema), [422]);
    }
  }
  bombs.tally.check('references are never fetched', canary.connections === 0, `${canary.connections} connections`);
  canary.stop();
}
