import { courseOf, lastThird, sparkline } from './course.ts';

const verdictOf = (name: string, values: number[]): string => courseOf(name, values, 10).verdict;

describe('A course over a long run', () => {
  it('is flat when the last third lies within the margin of the middle one, whatever the start did', () => {
    expect(verdictOf('memory of all', [500, 700, 900, 1_000, 1_005, 990, 1_010, 1_012, 1_008])).toBe(
      'flat (+10 within ± 20 MB)',
    );
    expect(verdictOf('lag of consumers', [0, 0, 0, 0, 0.1, 0, 0.3, 0, 0.2])).toBe('flat (+0.2 within ± 0.5 s)');
  });

  it('says by how much an hour it grows or falls', () => {
    // Six samples of ten seconds each: the thirds lie twenty seconds apart.
    expect(verdictOf('memory of events', [0, 0, 100, 100, 200, 200])).toBe('grows by 18,000 MB an hour');
    expect(verdictOf('descriptors of nats', [0, 0, 200, 200, 100, 100])).toBe('falls by 18,000 an hour');
    expect(verdictOf('memory of events', [1, 2])).toBe('too short to tell');
  });

  it('is drawn from 0 to its highest value, at most 30 bars wide', () => {
    expect(sparkline([0, 5, 10])).toBe('▁▅█');
    expect(sparkline([1_000, 1_001])).toBe('██');
    expect(sparkline([0, 0])).toBe('▁▁');
    const hundred = Array.from({ length: 100 }, (_, at) => at);
    expect(sparkline(hundred)).toHaveLength(30);
    expect(sparkline(hundred).at(-1)).toBe('█');
  });

  it('counts as the median of its last third', () => {
    expect(lastThird(courseOf('memory of all', [9, 9, 9, 9, 1, 3], 10))).toBe(2);
  });
});
