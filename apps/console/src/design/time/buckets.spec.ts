import { bucketsSince } from './buckets.js';

const now = Date.parse('2026-11-25T21:30:00Z');

describe('buckets of time', () => {
  it('are the days up to today, in UTC', () => {
    const days = bucketsSince(3, 'day', now);
    expect(days).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => `${day}T00:00:00.000Z`));
  });

  it('are the hours up to this one', () => {
    const hours = bucketsSince(1, 'hour', now);
    expect([hours.length, hours.at(-1), hours[0]]).toEqual([
      24,
      '2026-11-25T21:00:00.000Z',
      '2026-11-24T22:00:00.000Z',
    ]);
  });
});
