import type { Cap, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { coupon, madeUpGrant, madeUpRun, points } from '../../../test/made-up.js';
import type { DueEffect } from '../due-grant.js';
import { Counts } from './counts.js';
import { decide } from './decide.js';
import { budgetKey, counterKey } from './keys.js';

const noon = Date.UTC(2026, 5, 1, 12);
const empty = (codes?: Map<string, number>) => new Counts(new Map(), new Map(), codes);

/** Decides one grant after the other, and tells the step at which each is refused. */
function decideAll(limits: Partial<NewCampaign>, dues: DueEffect[][], counts = empty()): (string | null)[] {
  const run = madeUpRun(limits);
  return dues.map((due) => decide(madeUpGrant(run, due), counts)?.step ?? null);
}

describe('a grant', () => {
  const total = (max: number, scope: Cap['scope'] = 'user'): Cap => ({ scope, window: { type: 'total' }, max });

  it('is refused by a cap once the cap is reached', () => {
    expect(decideAll({ caps: [total(2)] }, [[points(1)], [points(1)], [points(1)]])).toEqual([null, null, 'caps']);
  });

  it('counts for its own user under a cap of users, and for all under a cap of the campaign', () => {
    for (const [scope, refused] of [
      ['user', [null, null, 'caps']],
      ['campaign', [null, 'caps', 'caps']],
    ] as const) {
      const run = madeUpRun({ caps: [total(1, scope)] });
      const counts = empty();
      const steps = ['u1', 'u2', 'u1'].map((userId) => decide(madeUpGrant(run, [points(1)], { userId }), counts)?.step);
      expect(steps.map((step) => step ?? null)).toEqual(refused);
    }
  });

  it.each<[Cap, string]>([
    [total(3), 'the user has reached the cap of 3'],
    [total(3, 'campaign'), 'the campaign has reached the cap of 3'],
    [
      { scope: 'user', window: { type: 'calendar', unit: 'week', timezone: 'UTC' }, max: 3 },
      'the user has reached the cap of 3 in this week',
    ],
  ])('is refused by the cap %j in words', (cap, detail) => {
    const run = madeUpRun({ caps: [cap] });
    const grant = madeUpGrant(run, [points(1)]);
    const { campaignId, userId, what } = counterKey(cap, 'c', grant.occurrence);
    const counts = new Counts(new Map([[`${campaignId} ${userId} ${what}`, 3]]), new Map());
    expect(decide(grant, counts)).toEqual({ step: 'caps', detail });
  });

  it('is counted in a rolling window from after its beginning', () => {
    const cap: Cap = { scope: 'user', window: { type: 'rolling', seconds: 60 }, max: 1 };
    const run = madeUpRun({ caps: [cap] });
    const counts = (moments: number[]) =>
      new Counts(new Map(), new Map([['c u', [{ seconds: 60, newer: 0, moments }]]]));
    const grant = madeUpGrant(run, [points(1)], { at: noon });
    expect(decide(grant, counts([noon - 60_000]))).toBeUndefined();
    expect(decide(grant, counts([noon - 59_999]))).toEqual({
      step: 'caps',
      detail: 'the user has reached the cap of 1 within 60 seconds',
    });
  });

  it('is refused by a rolling window that earlier grants of the same set have filled', () => {
    const caps: Cap[] = [{ scope: 'campaign', window: { type: 'rolling', seconds: 60 }, max: 2 }];
    const counts = new Counts(new Map(), new Map([['c ', [{ seconds: 60, newer: 1, moments: [] }]]]));
    expect(decideAll({ caps }, [[points(1)], [points(1)]], counts)).toEqual([null, 'caps']);
  });

  it('may spend a budget to the last, and not beyond it', () => {
    expect(decideAll({ budget: { points: 10 } }, [[points(9)], [points(2)], [points(1)], [points(1)]])).toEqual([
      null,
      'budget',
      null,
      'budget',
    ]);
    expect(decideAll({ budget: { coupons: 2 } }, [[coupon(), coupon()], [coupon()]])).toEqual([null, 'budget']);
  });

  it('says which budget is spent, and that no code is left', () => {
    const run = madeUpRun({ budget: { points: 0 } });
    const refusal = (due: DueEffect[]) => decide(madeUpGrant(run, due), empty(new Map([['coffee', 0]])))?.detail;
    expect(refusal([points(1)])).toBe('the budget of points is spent');
    expect(refusal([coupon()])).toBe('no code of the coupon is left');
  });

  it('without cost is not refused by a spent budget: debits and surveys spend none', () => {
    const free: DueEffect[] = [points(-5), { type: 'ask_survey', survey_id: 's' }];
    const budget = { coupons: 0, points: 0 };
    expect(decideAll({ budget }, [free, [coupon()], [points(1)]])).toEqual([null, 'budget', 'budget']);
    const overspent = new Counts(new Map([['c  budget points', 10]]), new Map());
    expect(decideAll({ budget: { points: 5 } }, [free, [points(1)]], overspent)).toEqual([null, 'budget']);
  });

  it('takes no points back for a debit', () => {
    expect(decideAll({ budget: { points: 5 } }, [[points(5)], [points(-5)], [points(1)]])).toEqual([
      null,
      null,
      'budget',
    ]);
  });

  it('is refused when the coupon has fewer codes than it needs', () => {
    const codes = new Map([['coffee', 3]]);
    const tea = coupon('tea');
    expect(decideAll({}, [[coupon(), tea, coupon()], [coupon(), coupon()], [coupon()], [tea]], empty(codes))).toEqual([
      null,
      'coupons',
      null,
      null,
    ]);
  });

  it('is refused by caps before budget, and by budget before codes', () => {
    const codes = new Map([['coffee', 0]]);
    const caps = [total(1)];
    const taken = new Map([['c u total', 1]]);
    const reasons = (limits: Partial<NewCampaign>) =>
      decideAll(limits, [[coupon()]], new Counts(taken, new Map(), codes))[0];
    expect(reasons({ caps, budget: { coupons: 0 } })).toBe('caps');
    expect(reasons({ budget: { coupons: 0 } })).toBe('budget');
    expect(reasons({})).toBe('coupons');
  });

  it('that is refused counts nowhere', () => {
    const limits = { caps: [total(1, 'campaign')], budget: { coupons: 1, points: 1 } };
    const codes = new Map([['coffee', 1]]);
    const counts = empty(codes);
    const run = madeUpRun(limits);
    expect(decide(madeUpGrant(run, [coupon(), points(2)]), counts)?.step).toBe('budget');
    expect(decide(madeUpGrant(run, [coupon(), points(1)]), counts)).toBeUndefined();
    expect([counts.used(budgetKey('coupons', 'c')), counts.used(budgetKey('points', 'c'))]).toEqual([1, 1]);
    expect(counts.codesLeft('coffee')).toBe(0);
  });

  it('counts in the windows and budgets of earlier versions, too', () => {
    const day = { type: 'calendar', unit: 'day', timezone: 'UTC' } as const;
    const run = madeUpRun({}, { counted: { windows: [{ scope: 'user', window: day }], budgets: ['points'] } });
    const counts = empty();
    const grant = madeUpGrant(run, [points(3)]);
    expect(decide(grant, counts)).toBeUndefined();
    const key = counterKey({ scope: 'user', window: day }, 'c', grant.occurrence);
    expect([counts.used(key), counts.used(budgetKey('points', 'c'))]).toEqual([1, 3]);
  });
});

describe('counts', () => {
  it('are decided on a copy, which leaves the counts that were read alone', () => {
    const read = new Counts(new Map([['c u total', 1]]), new Map([['c u', [{ seconds: 60, newer: 0, moments: [1] }]]]));
    const copy = read.copyWith(new Map([['coffee', 1]]));
    const key = counterKey({ scope: 'user', window: { type: 'total' } }, 'c', {
      ...madeUpGrant(madeUpRun(), []).occurrence,
    });
    const rolling = { campaignId: 'c', userId: 'u', seconds: 60, since: 0, most: 1 };
    copy.add(key, 5);
    copy.addGrant('c', 'u', 1);
    copy.takeCodes('coffee', 1);
    expect([copy.used(key), copy.grantsSince(rolling), copy.codesLeft('coffee')]).toEqual([6, 2, 0]);
    expect([read.used(key), read.grantsSince(rolling)]).toEqual([1, 1]);
    expect(read.codesLeft('coffee')).toBe(Number.POSITIVE_INFINITY);
  });

  it('add a grant to every rolling window of its user and of all users, and to no other', () => {
    const window = (seconds: number) => ({ seconds, newer: 0, moments: [] });
    const counts = new Counts(
      new Map(),
      new Map([
        ['c ', [window(60)]],
        ['c u', [window(60), window(90)]],
        ['c v', [window(60)]],
        ['d u', [window(60)]],
      ]),
    );
    counts.addGrant('c', 'u', 10);
    const since = (campaignId: string, userId: string, seconds: number) =>
      counts.grantsSince({ campaignId, userId, seconds, since: 9, most: 1 });
    expect([since('c', '', 60), since('c', 'u', 60), since('c', 'u', 90)]).toEqual([1, 1, 1]);
    expect([since('c', 'v', 60), since('d', 'u', 60), since('c', 'u', 30)]).toEqual([0, 0, 0]);
  });
});
