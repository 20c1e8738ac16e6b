import { exampleOf } from './example-of.js';

describe('the example of a schema', () => {
  it('has a value of the right type for each property, and takes what the schema suggests', () => {
    const schema = {
      type: 'object',
      properties: {
        amount: { type: 'integer', minimum: 1 },
        shop: { type: ['string', 'null'], examples: ['Utrecht'] },
        kind: { enum: ['web', 'till'] },
        lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
        loyal: { type: 'boolean' },
        any: true,
      },
    };
    expect(JSON.parse(exampleOf(schema))).toEqual({
      amount: 1,
      shop: 'Utrecht',
      kind: 'web',
      lines: [{ sku: 'text' }],
      loyal: true,
      any: null,
    });
  });

  it('ends in a schema that contains itself', () => {
    const node: Record<string, unknown> = { type: 'object' };
    node['properties'] = { next: node };
    expect(exampleOf(node).length).toBeLessThan(1_000);
  });
});
