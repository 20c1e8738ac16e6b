import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { examplesIn } from './examples.js';

const published = resolve(import.meta.dirname, '../../../../../docs/asyncapi.json');

describe('the examples of the portal', () => {
  const examples = examplesIn(JSON.parse(readFileSync(published, 'utf8')));

  it('are there for every event that is published, with a value for each field', () => {
    expect(examples.size).toBeGreaterThanOrEqual(12);
    for (const [name, data] of examples) expect([name, JSON.stringify(data)]).not.toEqual([name, 'null']);
    expect(examples.get('transaction-created')).toMatchObject({
      value: expect.any(Number),
      user_id: expect.any(String),
    });
    expect(examples.get('coupon-slip-claimed-event')).toMatchObject({ ticket: { code: expect.any(String) } });
  });
});
