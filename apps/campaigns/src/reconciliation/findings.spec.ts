import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { register } from 'prom-client';
import type { Difference, Pair } from './difference.js';
import { Findings } from './findings.js';

const hourMs = 3_600_000;
const hourAt = (n: number) => ({ from: n * hourMs, until: (n + 1) * hourMs });
const pair: Pair = { subject: 'cards.card-added', publisher: 'cards', reader: 'campaigns' };

describe('the findings of the chore reconcile', () => {
  let findings: Findings;
  let logs: CaughtLogs;

  beforeEach(() => {
    register.resetMetrics();
    findings = new Findings();
    logs = catchLogs();
  });

  const lost = (n: number, count = 1, kind: Difference['kind'] = 'unhandled'): Difference => ({
    ...pair,
    ...{ kind, hour: hourAt(n), count },
    ids: Array.from({ length: count }, (_, index) => `id ${index}`),
  });
  const find = (n: number, ...differences: Difference[]) => {
    findings.replace(pair, hourAt(n), differences);
  };
  const valuesOf = async (name: string, label: string): Promise<Record<string, number>> => {
    const { values = [] } = (await register.getSingleMetric(name)?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels[label]), value]));
  };
  const found = () => valuesOf('ces_reconcile_differences', 'kind');
  const gaps = async () => {
    const all = await valuesOf('ces_reconcile_hours_not_compared', 'service');
    return Object.fromEntries(Object.entries(all).filter(([, hours]) => hours > 0));
  };

  it('are added up over the hours, by kind', async () => {
    find(1, lost(1, 2), lost(1, 1, 'unpublished'));
    find(2, lost(2, 3));
    expect(await found()).toEqual({ unhandled: 5, unpublished: 1 });
    const values = (await register.getSingleMetric('ces_reconcile_differences')?.get())?.values;
    expect(values?.[0]?.labels).toEqual({
      ...{ kind: 'unhandled', fact: 'cards.card-added' },
      ...{ publisher: 'cards', reader: 'campaigns' },
    });
  });

  it('of an hour are replaced by what is found there later', async () => {
    find(1, lost(1, 2), lost(1, 1, 'unpublished'));
    find(1, lost(1, 1));
    expect(await found()).toEqual({ unhandled: 1 });
    find(1);
    expect(await found()).toEqual({});
  });

  it('of one pair leave those of another reader and of another fact alone', async () => {
    find(1, lost(1));
    findings.replace({ ...pair, reader: 'webhooks' }, hourAt(1), []);
    findings.replace({ ...pair, subject: 'cards.optin-changed' }, hourAt(1), []);
    expect(await found()).toEqual({ unhandled: 1 });
  });

  it('are logged when they are new or have grown, and not when they stay or shrink', () => {
    find(1, lost(1, 2));
    find(1, lost(1, 2));
    find(1, lost(1, 1));
    expect(logs.errors).toHaveLength(1);
    find(1, lost(1, 2));
    expect(logs.errors).toHaveLength(2);
    find(2, lost(2, 1));
    expect(logs.errors).toHaveLength(3);
  });

  it('are logged with a hundred ids at the most', () => {
    find(1, lost(1, 101));
    expect(logs.errors[0]?.[0]).toMatchObject({ count: 101, fact: 'cards.card-added', hour: '1970-01-01T01:00Z' });
    expect((logs.errors[0]?.[0] as Difference).ids).toHaveLength(100);
  });

  it('of hours that can no longer be compared are forgotten', async () => {
    find(1, lost(1));
    find(2, lost(2, 2));
    findings.replaceGaps(hourAt(1), ['cards'], []);
    findings.replaceGaps(hourAt(2), ['cards'], []);
    findings.forgetBefore(2 * hourMs);
    expect(await found()).toEqual({ unhandled: 2 });
    findings.replaceGaps(hourAt(3), [], []);
    expect(await gaps()).toEqual({ cards: 1 });
  });

  it('tell in how many hours each service was away or had facts on their way', async () => {
    findings.replaceGaps(hourAt(1), ['cards', 'events'], [{ pair, hour: hourAt(1) }]);
    expect(await gaps()).toEqual({ cards: 1, events: 1, campaigns: 1 });
    findings.replaceGaps(hourAt(2), ['cards'], [{ pair, hour: hourAt(3) }]);
    expect(await gaps()).toEqual({ cards: 3, events: 1, campaigns: 1 });
    findings.replaceGaps(hourAt(1), [], []);
    expect(await gaps()).toEqual({ cards: 1 });
  });

  it('end with the election of their replica, and nothing is added afterwards', async () => {
    const elected = new AbortController();
    findings.forgetAfter(elected.signal);
    findings.forgetAfter(elected.signal);
    find(1, lost(1));
    findings.replaceGaps(hourAt(1), ['cards'], []);
    elected.abort();
    expect([await found(), await gaps()]).toEqual([{}, {}]);
    find(1, lost(1));
    findings.replaceGaps(hourAt(1), ['cards'], []);
    expect([await found(), await gaps()]).toEqual([{}, {}]);
    findings.forgetAfter(new AbortController().signal);
    find(1, lost(1));
    findings.replaceGaps(hourAt(2), [], []);
    expect([await found(), await gaps()]).toEqual([{ unhandled: 1 }, {}]);
    expect(logs.errors).toHaveLength(2);
  });
});
