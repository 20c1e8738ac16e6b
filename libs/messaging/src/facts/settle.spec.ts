import { Problem } from '@ces/contracts/problems';
import { connect } from 'node:net';
import { isOutage, settle, spread } from './settle.js';

describe('settle', () => {
  it('tries a failing fact again with growing pauses and then gives it up', () => {
    const pauses = Array.from({ length: 6 }, (_, i) => settle(new Error('broken'), i + 1));
    expect(pauses.slice(0, 5).map((each) => (each.kind === 'retry' ? each.delayMs : 0))).toEqual([
      100, 500, 2_000, 5_000, 10_000,
    ]);
    expect(pauses[5]).toEqual({ kind: 'dead-letter' });
  });

  it('never gives up a fact because a needed part is away', () => {
    expect(settle(new Problem('service-unavailable', 'away'), 1_000)).toEqual({ kind: 'retry', delayMs: 10_000 });
  });

  it('spreads pauses that begin at once', () => {
    const pauses = Array.from({ length: 1_000 }, () => spread(10_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10_000);
    expect(new Set(pauses).size).toBeGreaterThan(500);
  });

  it('knows an outage by its code, also where the error comes from another realm', async () => {
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').on('error', resolve));
    expect(isOutage(refused)).toBe(true);
    expect(isOutage(Object.assign(new Error('terminating'), { code: '57P01' }))).toBe(true);
    expect(isOutage(Object.assign(new Error('idle in transaction'), { code: '25P03' }))).toBe(true);
    const moved = new Error('new row for relation "audit_default" violates partition constraint');
    expect(isOutage(Object.assign(moved, { code: '23514' }))).toBe(true);
    expect(isOutage(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  });
});
