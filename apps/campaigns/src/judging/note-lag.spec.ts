import { catchLogs } from '@ces/testing/catch-logs';
import { register } from 'prom-client';
import { madeUpOccurrence } from '../../test/made-up.js';
import { noteLag } from './note-lag.js';

const hour = 3_600_000;
const ago = (ms: number) => madeUpOccurrence({ at: Date.now() - ms });

async function lagSeconds(): Promise<number> {
  const { values = [] } = (await register.getSingleMetric('campaigns_judging_lag_seconds')?.get()) ?? {};
  return Math.round(values[0]?.value ?? Number.NaN);
}

describe('how far behind judging is', () => {
  it('is the age of the oldest occurrence of a set, and never below 0', async () => {
    noteLag([ago(1_000), ago(90_000), ago(5_000)]);
    expect(await lagSeconds()).toBe(90);
    noteLag([ago(-5_000)]);
    expect(await lagSeconds()).toBe(0);
  });

  it('stays as it was without occurrences', async () => {
    noteLag([ago(30_000)]);
    noteLag([]);
    expect(await lagSeconds()).toBe(30);
  });

  it('is a warning from twelve hours on, once a minute', () => {
    const { warnings } = catchLogs();
    // Another spec of this process may have caused the warning of this minute.
    const later = Date.now() + 10 * 60_000;
    noteLag([madeUpOccurrence({ at: later - 12 * hour + 60_000 })], later);
    expect(warnings).toEqual([]);
    noteLag([madeUpOccurrence({ at: later - 12 * hour - 60_000 })], later);
    noteLag([madeUpOccurrence({ at: later - 13 * hour })], later);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).toContain('campaigns are far behind');
  });
});
