import { getAllRegisteredSchemaUris } from '@hyperjump/json-schema/draft-2020-12';
import { compileDefinition } from './compile-definition.js';
import type { CompiledSchema } from '../validate/compiled-schema.js';
import { SchemaRefused } from '../faults.js';

const BASE = 'https://ces.example/api/1/terminal/events';

function compile(name: string, body: object): Promise<CompiledSchema> {
  const head = { $id: `${BASE}/${name}`, $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
  return compileDefinition(JSON.stringify({ ...head, ...body }), head.$id);
}

function ofType(type: string): object {
  return {
    $defs: { part: { $id: 'part', $anchor: 'x', $dynamicAnchor: 'y', type } },
    properties: { v: { $ref: 'part#x' } },
  };
}

describe('definitions in one process', () => {
  const registered = getAllRegisteredSchemaUris();

  afterEach(() => {
    expect(getAllRegisteredSchemaUris()).toEqual(registered);
  });

  it('leave the registry empty, accepted or refused', async () => {
    await compile('a', ofType('string'));
    await expect(compile('b', { $ref: 'nowhere' })).rejects.toThrow(SchemaRefused);
    await expect(compile('b', { $defs: { a: { $id: 'http://[' } } })).rejects.toThrow(SchemaRefused);
    await expect(compile('b', { $ref: '#' })).rejects.toThrow(SchemaRefused);
  });

  it('cannot refer to each other', async () => {
    await compile('a', {});
    const refused = expect.objectContaining({ pointer: '#/properties/v/$ref', code: 'reference-outside' });
    const referring = { properties: { v: { $ref: `${BASE}/a` } } };
    await expect(compile('b', referring)).rejects.toMatchObject({ faults: [refused] });
    const [, atOnce] = await Promise.allSettled([compile('a', {}), compile('b', referring), compile('a', {})]);
    expect(atOnce).toMatchObject({ status: 'rejected', reason: { faults: [refused] } });
  });

  it('may use the same identifiers and anchors', async () => {
    const types = ['string', 'number', 'boolean', 'null', 'array'];
    const schemas = await Promise.all(types.map((type, at) => compile(`event-${at}`, ofType(type))));
    const values = ['x', 1, true, null, []];
    expect(schemas.map((schema) => values.filter((v) => schema.isValid({ v })))).toEqual(
      values.map((value) => [value]),
    );
  });

  it('replace earlier versions of themselves without changing them', async () => {
    const first = await compile('a', ofType('string'));
    const second = await compile('a', ofType('number'));
    expect([first.isValid({ v: 'x' }), first.isValid({ v: 1 })]).toEqual([true, false]);
    expect([second.isValid({ v: 'x' }), second.isValid({ v: 1 })]).toEqual([false, true]);
  });

  it('compile one after the other, in any number, also after a refusal', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => compile('same', at % 3 === 0 ? { $ref: 'nowhere' } : ofType('string'))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
  });
});
