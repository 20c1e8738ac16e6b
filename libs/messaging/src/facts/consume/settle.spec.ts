import { Problem } from '@ces/contracts/problems';
import { settle, spread } from './settle.js';

describe('settle', () => {
  it('retries a failing fact with growing pauses and then makes it a dead letter', () => {
    const pauses = Array.from({ length: 6 }, (_, i) => settle(new Error('broken'), i + 1));
    expect(pauses.slice(0, 5).map((each) => (each.kind === 'retry' ? each.delayMs : 0))).toEqual([
      100, 500, 2_000, 5_000, 10_000,
    ]);
    expect(pauses[5]).toEqual({ kind: 'dead-letter' });
  });

  it('retries a fact for ever while a needed part is away', () => {
    expect(settle(new Problem('service-unavailable', 'away'), 1_000)).toEqual({ kind: 'retry', delayMs: 10_000 });
  });

  it('spreads pauses that begin together', () => {
    const pauses = Array.from({ length: 1_000 }, () => spread(10_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10_000);
    expect(new Set(pauses).size).toBeGreaterThan(500);
  });
});
