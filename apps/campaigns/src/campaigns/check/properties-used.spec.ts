import { maxUsedBytes, maxUsedProperties } from '@ces/contracts/events/definition-use';
import { faultsOfUse, propertiesUsed } from './properties-used.js';

const trigger = { event_name: 'purchase' };
const booking = (value: number | string) => ({ type: 'transaction' as const, stack_id: 's', value });
const schema = {
  type: 'object',
  properties: { amount: { type: 'integer' }, shop: { type: 'string' }, tags: { type: 'array', items: {} } },
};

describe('the properties that a campaign reads', () => {
  it('are those of the condition and of all values, each once', () => {
    const effects = [booking('event.amount'), booking('size(event.shop)'), booking(7)];
    expect(propertiesUsed({ name: 'Spec', trigger, condition: 'event.amount > 1', effects }, schema)).toEqual([
      { path: ['amount'], type: 'int' },
      { path: ['shop'], type: 'string' },
    ]);
  });

  it('are none without expressions', () => {
    const effects = [{ type: 'ask_survey' as const, survey_id: 's' }];
    expect(propertiesUsed({ name: 'Spec', trigger, condition: '', effects }, schema)).toEqual([]);
    expect(propertiesUsed({ name: 'Spec', trigger, condition: null, effects }, schema)).toEqual([]);
  });

  it('differ when their paths differ, also where their names put together are equal', () => {
    const nested = { type: 'object', properties: { 'a.b': {}, a: { type: 'object', properties: { b: {} } } } };
    const condition = 'event["a.b"] == event.a.b';
    const paths = propertiesUsed({ name: 'Spec', trigger, condition, effects: [booking(1)] }, nested).map(
      ({ path }) => path,
    );
    expect(paths).toEqual([['a.b'], ['a'], ['a', 'b']]);
  });
});

describe('a campaign that reads much of its event', () => {
  const reading = (count: number, path = ['p']) => Array.from({ length: count }, () => ({ path, type: 'int' }));
  const fault = [expect.objectContaining({ pointer: '#', code: 'too-large' })];

  it('may read 1,000 properties and no more', () => {
    expect(faultsOfUse(reading(maxUsedProperties))).toEqual([]);
    expect(faultsOfUse(reading(maxUsedProperties + 1))).toEqual(fault);
  });

  it('may read properties of 256 KiB and no more, counted in bytes', () => {
    const overhead = JSON.stringify(reading(1, [''])).length;
    const longest = 'ä'.repeat((maxUsedBytes - overhead) / 2);
    expect(Buffer.byteLength(JSON.stringify(reading(1, [longest])))).toBe(maxUsedBytes);
    expect(faultsOfUse(reading(1, [longest]))).toEqual([]);
    expect(faultsOfUse(reading(1, [`${longest}a`]))).toEqual(fault);
  });
});
