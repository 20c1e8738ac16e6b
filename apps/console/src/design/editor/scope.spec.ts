import { namesAfter } from './scope.js';

const event = {
  type: 'object',
  properties: {
    amount: { type: 'integer', title: 'In cents' },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
    shop: { type: 'object', properties: { city: { type: ['string', 'null'] } } },
    anything: true,
  },
};
const labels = (path: string[]) => namesAfter(path, event).map(({ label }) => label);

describe('the names that a condition may have', () => {
  it('are the variables first', () => {
    expect(labels([])).toEqual(['event', 'user', 'card', 'now']);
  });

  it('are the properties of the event as its schema has them, with type and title', () => {
    expect(namesAfter(['event'], event)[0]).toEqual({ label: 'amount', type: 'integer', detail: 'In cents' });
    expect(labels(['event'])).toEqual(['amount', 'lines', 'shop', 'anything']);
    expect(namesAfter(['event', 'shop'], event)).toMatchObject([{ label: 'city', type: 'string | null' }]);
  });

  it('go into the items of an array', () => {
    expect(labels(['event', 'lines[0]'])).toEqual(['sku']);
    expect(labels(['event', 'lines'])).toEqual([]);
  });

  it('end where the schema says nothing, and where a name is not its own', () => {
    expect(labels(['event', 'anything'])).toEqual([]);
    expect(labels(['event', 'constructor'])).toEqual([]);
    expect(namesAfter(['event'], null)).toEqual([]);
  });
});
