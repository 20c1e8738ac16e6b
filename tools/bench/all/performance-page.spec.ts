import { performancePage, withRun, type BenchRun } from './performance-page.ts';

const run = (machine: string, value: number, passed = true): BenchRun => ({
  ...{ command: 'npm run bench -- ingest', machine, passed },
  figures: [
    { work: 'taken in', value, unit: '/s', ceiling: 8_000, costs: 'gateway 0.1 ms' },
    { work: 'p99', value: 12.345, unit: 'ms' },
  ],
});

describe('The page of performance', () => {
  it('shows a figure, its ceiling and the ratio beside those of the run before', () => {
    const other = { ...run('the old machine', 5), command: 'npm run bench -- cards' };
    const page = performancePage(withRun([run('the old machine', 2_000), other], run('the new machine', 6_000)));
    expect(page).toContain('| taken in | 2,000 /s | 6,000 /s | 8,000 /s | 0.25 | 0.75 |');
    expect(page).toContain('| p99 | 12.3 ms | 12.3 ms |  |  |  |');
    expect(page).toContain('- taken in: gateway 0.1 ms');
    expect(page).toContain('Now: the new machine. Before: the old machine.');
    expect(page).toContain('| taken in |  | 5 /s | 8,000 /s |  | 0.00 |');
  });

  it('says of a time how many times as long it took as its ceiling', () => {
    const page = performancePage([
      { ...run('a machine', 1), figures: [{ work: 'p50', value: 6, unit: 'ms', ceiling: 3 }] },
    ]);
    expect(page).toContain('| p50 |  | 6 ms | 3 ms |  | 2.00 |');
    expect(page).toContain('For times and costs, lower ratios are better.');
  });

  it('shows what a figure did over a long run in a table of its own', () => {
    const course = { work: 'memory', value: 812, unit: 'MB', course: { line: '▇▇█', verdict: 'flat' } };
    const page = performancePage([{ ...run('a machine', 6_000), figures: [course] }]);
    expect(page).toContain('| memory |  | 812 MB | `▇▇█` | flat |');
  });

  it('leaves cells empty in the first run, and says what failed', () => {
    const page = performancePage(withRun([], run('a machine', 6_000, false)));
    expect(page).toContain('| taken in |  | 6,000 /s | 8,000 /s |  | 0.75 |');
    expect(page).toContain('Now: a machine. **It failed.**');
  });
});
