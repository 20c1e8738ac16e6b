import { partitionOf } from './partition.js';

describe('partitionOf', () => {
  it('gives keys the partitions that facts in NATS have already', () => {
    const keys = ['', 'a', 'anna', 'kL3vY8q1Zr0aBcDeFgHiJkLmN', 'Ü', '0'.repeat(100)];
    expect(keys.map((key) => partitionOf(key, 16))).toEqual([5, 12, 11, 7, 11, 5]);
  });

  it('spreads keys evenly', () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 16_000; i += 1) {
      const partition = partitionOf(`user ${i}`, 16);
      counts.set(partition, (counts.get(partition) ?? 0) + 1);
    }
    expect(Math.min(...counts.values())).toBeGreaterThan(800);
    expect(Math.max(...counts.values())).toBeLessThan(1_200);
  });
});
