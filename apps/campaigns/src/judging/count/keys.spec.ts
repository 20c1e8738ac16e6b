import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import { coupon, madeUpGrant, madeUpRun, points } from '../../../test/made-up.js';
import { distinctCounters, distinctRolling } from './keys.js';

const noon = Date.UTC(2026, 5, 1, 12);
const rolling = (seconds: number, max: number, scope: Cap['scope'] = 'user'): Cap => ({
  ...{ scope, max },
  window: { type: 'rolling', seconds },
});
const total: Cap = { scope: 'campaign', window: { type: 'total' }, max: 5 };
const day: Cap = { scope: 'user', window: { type: 'calendar', unit: 'day', timezone: 'UTC' }, max: 1 };

describe('the counters of several grants', () => {
  it('are each named once, and in one order however the grants come', () => {
    const run = madeUpRun({ caps: [day, total] }, { campaignId: 'b' });
    const other = madeUpRun({ caps: [total] }, { campaignId: 'a' });
    const grants = [
      madeUpGrant(run, [points(1)], { userId: 'u2' }),
      madeUpGrant(other, [points(1)], { userId: 'u1' }),
      madeUpGrant(run, [points(1)], { userId: 'u1' }),
      madeUpGrant(run, [points(1)], { userId: 'u2' }),
    ];
    const names = (some: typeof grants) =>
      distinctCounters(some).map(({ campaignId, userId, what }) => `${campaignId}|${userId}|${what}`);
    const expected = ['a||total', 'b||total', 'b|u1|day 2026-06-01 UTC', 'b|u2|day 2026-06-01 UTC'];
    expect(names(grants)).toEqual(expected);
    expect(names(grants.toReversed())).toEqual(expected);
  });

  it('count the grants of the window in which the grant falls', () => {
    const [key] = distinctCounters([madeUpGrant(madeUpRun({ caps: [day] }), [points(1)], { at: noon })]);
    expect(key?.span()).toEqual({ from: Date.UTC(2026, 5, 1), until: Date.UTC(2026, 5, 2) });
  });

  it('are those of budgets only where a grant spends of them, and have no end', () => {
    const run = madeUpRun({ budget: { coupons: 5, points: 5 } });
    const named = (...due: Parameters<typeof madeUpGrant>[1]) =>
      distinctCounters([madeUpGrant(run, due)]).map(({ what, forgetAt, userId, span }) => {
        expect(span()).toEqual({ from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY });
        return [what, forgetAt, userId];
      });
    expect(named(points(-1))).toEqual([]);
    expect(named(points(1))).toEqual([['budget points', null, '']]);
    expect(named(coupon(), points(1))).toEqual([
      ['budget coupons', null, ''],
      ['budget points', null, ''],
    ]);
  });

  it('have a row to lock for rolling windows, one per owner', () => {
    const run = madeUpRun({ caps: [rolling(60, 1), rolling(90, 1), rolling(60, 1, 'campaign')] });
    const keys = distinctCounters([madeUpGrant(run, [points(1)])]);
    expect(keys.map(({ userId, what }) => [userId, what])).toEqual([
      ['', 'rolling'],
      ['u', 'rolling'],
    ]);
  });
});

describe('the rolling windows of several grants', () => {
  it('are read once, over all that any of them needs', () => {
    const strict = madeUpRun({ caps: [rolling(60, 2)] });
    const lax = madeUpRun({ caps: [rolling(60, 7)] }, { version: 2 });
    const spans = distinctRolling([
      madeUpGrant(strict, [points(1)], { at: noon }),
      madeUpGrant(lax, [points(1)], { at: noon - 5_000 }),
      madeUpGrant(strict, [points(1)], { at: noon + 5_000 }),
      madeUpGrant(strict, [points(1)], { at: noon }),
    ]);
    expect(spans).toEqual([
      { campaignId: 'c', userId: 'u', seconds: 60, since: noon - 65_000, until: noon - 55_000, most: 7 },
    ]);
  });

  it('stay apart by user, length, scope and campaign', () => {
    const run = madeUpRun({ caps: [rolling(60, 1), rolling(90, 1), rolling(60, 1, 'campaign'), total] });
    const other = madeUpRun({ caps: [rolling(60, 1)] }, { campaignId: 'd' });
    const spans = distinctRolling([
      madeUpGrant(run, [points(1)], { userId: 'u1' }),
      madeUpGrant(run, [points(1)], { userId: 'u2' }),
      madeUpGrant(other, [points(1)], { userId: 'u1' }),
    ]);
    expect(spans.map(({ campaignId, userId, seconds }) => `${campaignId} ${userId} ${seconds}`)).toEqual([
      'c u1 60',
      'c u1 90',
      'c  60',
      'c u2 60',
      'c u2 90',
      'd u1 60',
    ]);
  });
});
