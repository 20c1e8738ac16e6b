import { Problem } from '@ces/contracts/problems';
import { compileDefinition } from './schema/compile/compile-definition.js';
import { validateData } from './validate-data.js';

const $id = 'https://ces.example/api/1/terminal/events/purchase';
const $schema = 'https://json-schema.org/draft/2020-12/schema';

async function resultOf(data: string, more: object) {
  const definition = { $id, $schema, title: 'P', type: 'object', properties: { amount: { type: 'integer' } }, ...more };
  const schema = await compileDefinition(JSON.stringify(definition), $id);
  const current = { name: 'purchase', version: 3, schema };
  const result = validateData({ event_name: 'purchase', data }, current);
  return result === current ? 'valid' : result;
}

async function validate(data: string, more: object = {}) {
  const result = await resultOf(data, more);
  if (!(result instanceof Problem)) return result;
  return { code: result.code, faults: (result.extras.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`) };
}

describe('the data of an event', () => {
  it('is valid by its definition', async () => {
    expect(await validate('{"amount":1}')).toBe('valid');
    expect(await validate('{"amount":1.0,"constructor":"x"}')).toBe('valid');
  });

  it('is refused with every fault', async () => {
    const more = { required: ['shop'], additionalProperties: false };
    expect(await validate('{"amount":"1","colour":"red"}', more)).toEqual({
      code: 'event-data-invalid',
      faults: expect.arrayContaining(['#/amount type']) as string[],
    });
    expect(((await validate('{"amount":"1","colour":"red"}', more)) as { faults: string[] }).faults).toHaveLength(3);
  });

  it('is refused with a hundred faults at the most, and says that there are more', async () => {
    const properties = { list: { items: { type: 'string' } } };
    const refusalOf = async (count: number) => {
      const data = JSON.stringify({ list: Array.from({ length: count }, () => 1) });
      const { detail, extras } = (await resultOf(data, { properties })) as Problem;
      return [extras.errors?.length, /\(.*\)$/.exec(detail)?.[0]];
    };
    expect(await refusalOf(100)).toEqual([100, '(and 99 more)']);
    expect(await refusalOf(5_000)).toEqual([100, '(and at least 100 more)']);
  });

  it('is no JSON, and said to be malformed', async () => {
    for (const data of ['', '{', '{"amount":01}', "{'amount':1}"]) {
      expect(await validate(data)).toEqual({ code: 'malformed-json', faults: ['# malformed-json'] });
    }
  });

  it('may not hold a number that would be altered', async () => {
    expect(await validate('{"amount":9007199254740993}')).toMatchObject({ code: 'event-data-invalid' });
    expect(await validate('{"amount":1e400}')).toMatchObject({ code: 'event-data-invalid' });
  });

  it('may not make its definition do more work than is allowed', async () => {
    const levels = Array.from({ length: 25 }, (_, n) => [
      `d${n + 1}`,
      { allOf: [{ $ref: `#/$defs/d${n}` }, { $ref: `#/$defs/d${n}` }] },
    ]);
    const $defs = { d0: { type: 'string' }, ...(Object.fromEntries(levels) as object) };
    expect(await validate('{"x":"1"}', { $defs, properties: { x: { $ref: '#/$defs/d25' } } })).toEqual({
      code: 'event-data-invalid',
      faults: ['# schema-too-costly'],
    });
  });
});
