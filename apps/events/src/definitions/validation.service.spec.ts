import { Problem } from '@ces/contracts/problems';
import type { CurrentDefinition, DefinitionCache } from './definition-cache.service.js';
import { spend, VALIDATION_LIMITS, withinBudget } from './schema/budget.js';
import { ValidationService } from './validation.service.js';

/** A definition whose events cost so much, as a share of what one event may cost. */
function costing(name: string, share: number): CurrentDefinition {
  const work = () => {
    if (share > 0.1) for (const until = performance.now() + 12; performance.now() < until;);
    spend(share * VALIDATION_LIMITS.units);
    return [];
  };
  const validate = () => withinBudget(VALIDATION_LIMITS, work);
  return { name, version: 1, schema: { validate } } as unknown as CurrentDefinition;
}

describe('the validation of the events of one call', () => {
  const all = [
    costing('slow', 0.5),
    costing('too slow', 1.5),
    costing('dear', 0.01),
    costing('quick', 0),
    costing('other', 0),
  ];
  const definitions = new Map(all.map((each) => [each.name, each]));
  const cache = { has: () => true, find: (name: string) => Promise.resolve(definitions.get(name)) };
  let service: ValidationService;
  const validate = async (...names: string[]) => {
    const results = await service.validateAll(names.map((event_name) => ({ event_name, data: '{}' })));
    return results.map((each) => (each instanceof Problem ? each.code : each.name));
  };
  const many = (name: string): string[] => Array<string>(20).fill(name);

  beforeEach(() => {
    service = new ValidationService(cache as unknown as DefinitionCache);
  });

  it('puts off what costs too much together, and no event of a quick definition', async () => {
    await validate('quick', 'other');
    const putOff = Array<string>(16).fill('service-unavailable');
    expect(await validate(...many('slow'), 'quick', 'other')).toEqual([
      ...['slow', 'slow', 'slow', 'slow', ...putOff],
      ...['quick', 'other'],
    ]);
    expect(await validate('quick', 'slow')).toEqual(['quick', 'slow']);
  });

  it('takes a definition for slow when a call full of its events would cost too much', async () => {
    await validate('quick', 'dear');
    const results = await validate(...Array<string>(255).fill('dear'), 'quick');
    expect(results.at(-1)).toBe('quick');
    expect(results.filter((each) => each === 'dear')).toHaveLength(200);
  });

  it('takes an event of each sender before the second of one', async () => {
    const sent = [...many('too slow'), 'slow', 'slow'].map((event_name, place) => ({
      ...{ event_name, data: '{}', client_id: place < 20 ? 'greedy' : 'modest' },
    }));
    const results = (await service.validateAll(sent)).map((each) => (each instanceof Problem ? each.code : each.name));
    expect(results.slice(19)).toEqual(['service-unavailable', 'slow', 'service-unavailable']);
  });

  it('counts an event that was stopped as the whole limit', async () => {
    const results = await validate(...many('too slow'));
    expect(results.slice(0, 3)).toEqual(['event-data-invalid', 'event-data-invalid', 'service-unavailable']);
  });

  it('takes a definition that was never used for a slow one until its first event', async () => {
    expect((await validate(...many('slow'), 'quick')).at(-1)).toBe('service-unavailable');
    await validate('quick');
    expect((await validate(...many('slow'), 'quick')).at(-1)).toBe('quick');
  });

  it('gives other work a turn', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await validate('slow', 'slow', 'slow');
    clearImmediate(immediate);
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});
