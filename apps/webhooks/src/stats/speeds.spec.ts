import { quantileMs, speedBoundsMs } from './speeds.js';

describe('a quantile of counted durations', () => {
  const counts = (given: Record<number, number>) =>
    Array.from({ length: speedBoundsMs.length + 1 }, (_, speed) => given[speed] ?? 0);

  it('lies within the class that holds it', () => {
    expect(quantileMs(counts({ 2: 10 }), 0.5)).toBe(15);
    expect(quantileMs(counts({ 0: 50, 5: 45, 9: 5 }), 0.5)).toBe(5);
    expect(quantileMs(counts({ 0: 50, 5: 45, 9: 5 }), 0.95)).toBe(150);
    expect(quantileMs(counts({ 0: 50, 5: 44, 9: 6 }), 0.95)).toBeGreaterThan(1_200);
  });

  it('is the longest bound for what took longer, and 0 for nothing', () => {
    expect(quantileMs(counts({ 14: 1 }), 0.5)).toBe(60_000);
    expect(quantileMs(counts({}), 0.95)).toBe(0);
  });
});
