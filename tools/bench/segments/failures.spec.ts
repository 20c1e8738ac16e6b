import { failuresOf } from './failures.ts';
import type { Report, Size } from './report.ts';

describe('the bench of segments', () => {
  const good: Size = {
    name: '10',
    distinct: true,
    seconds: 2,
    uploadSeconds: 1,
    bareJoinSeconds: 0.5,
    bareCountSeconds: 1,
    ratio: 2,
    joinRatio: 4,
    growthMb: { gateway: 100, segments: -3 },
    wrong: [],
  };
  const outcome = (p99: number) => ({ perSecond: 1, p50: 1, p99, max: 1, statuses: {}, unanswered: 0, unsent: 0 });
  const report = (size: Partial<Size>, p99 = 2): Report => ({
    connections: 1,
    copySeconds: 1,
    sizes: [{ ...good, ...size }],
    onePercent: { name: '10', copySeconds: 1, wholeSeconds: 2, renewedUploadSeconds: 1, renewedSeconds: 2, wrong: [] },
    besideIngest: { rate: 1, alone: outcome(1), beside: outcome(p99), files: 1 },
  });

  it('is content at the limits, whatever a bare join took', () => {
    expect(failuresOf(report({}), { timed: true })).toEqual([]);
  });

  it.each<[string, Report]>([
    ['a count that is not exact', report({ wrong: ['1 instead of 2'] })],
    ['a process that grew by more than 100 MB', report({ growthMb: { gateway: 1, segments: 101 } })],
    ['memory that could not be measured', report({ growthMb: { segments: NaN } })],
  ])('fails by %s, also where times do not count', (_what, each) => {
    expect(failuresOf(each, { timed: false })).toHaveLength(1);
    expect(failuresOf(each, { timed: true })).toHaveLength(1);
  });

  it.each<[string, Report]>([
    ['a file that took more than twice as long as bare SQL', report({ ratio: 2.01 })],
    ['a p99 of events that more than doubled', report({}, 2.01)],
    ['a p99 that there is not', report({}, NaN)],
  ])('fails by %s, unless times do not count', (_what, each) => {
    expect(failuresOf(each, { timed: true })).toHaveLength(1);
    expect(failuresOf(each, { timed: false })).toEqual([]);
  });
});
