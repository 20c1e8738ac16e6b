import { performancePage, type Run } from './performance-page.ts';

const run = (machine: string, value: number, passed = true): Run => ({
  machine,
  benches: [
    {
      command: 'npm run bench -- ingest',
      passed,
      figures: [
        { work: 'taken in', value, unit: '/s', ceiling: 8_000, costs: 'gateway 0.1 ms' },
        { work: 'p99', value: 12.345, unit: 'ms' },
      ],
    },
  ],
});

describe('The page of performance', () => {
  it('shows a figure, its ceiling and the ratio beside those of the run before', () => {
    const page = performancePage(run('the new machine', 6_000), run('the old machine', 2_000));
    expect(page).toContain('| taken in | 2,000 /s | 6,000 /s | 8,000 /s | 0.25 | 0.75 |');
    expect(page).toContain('| p99 | 12.3 ms | 12.3 ms |  |  |  |');
    expect(page).toContain('- taken in: gateway 0.1 ms');
    expect(page).toContain('Now: the new machine. Before: the old machine.');
  });

  it('leaves cells empty in the first run, and says what failed', () => {
    const page = performancePage(run('a machine', 6_000, false), undefined);
    expect(page).toContain('| taken in |  | 6,000 /s | 8,000 /s |  | 0.75 |');
    expect(page).toContain('**It failed.**');
  });
});
