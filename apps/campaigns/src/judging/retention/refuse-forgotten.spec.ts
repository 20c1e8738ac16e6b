import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import { idsBefore } from '@ces/messaging/storage/ids';
import type { Verdict } from '../verdict.js';
import { refuseForgotten } from './refuse-forgotten.js';

const from = Date.parse('2024-09-01T00:00:00Z');
const days = (n: number) => n * 86_400_000;

describe('an event of the time of dropped grants', () => {
  const isRefused = (at: number, windows: Cap['window'][] = [], judgedFrom = idsBefore(from)): boolean => {
    const caps = windows.map((window): Cap => ({ scope: 'user', window, max: 1 }));
    const verdict = {
      occurrence: { id: idsBefore(at), at },
      run: { plan: { document: { caps } } },
      refusal: undefined,
    } as unknown as Verdict;
    refuseForgotten([verdict], judgedFrom);
    return verdict.refusal !== undefined;
  };

  it('is refused, unless nothing was dropped yet', () => {
    expect([isRefused(from - 1), isRefused(from), isRefused(from - 1, [], '')]).toEqual([true, false, false]);
  });

  it('is refused, too, if a window of a cap reaches back to that time', () => {
    const year = { type: 'calendar', unit: 'year', timezone: 'UTC' } as const;
    const rolling = { type: 'rolling', seconds: 3_600 } as const;
    expect([300, 366, 367].map((age) => isRefused(from + days(age), [year]))).toEqual([true, true, false]);
    expect([0, 3_599_999, 3_600_000].map((age) => isRefused(from + age, [rolling]))).toEqual([true, true, false]);
    expect(isRefused(from, [{ type: 'total' }])).toBe(false);
  });
});
