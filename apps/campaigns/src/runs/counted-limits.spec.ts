import type { Cap, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { countedBy, demandCountable, type CountedLimits } from './counted-limits.js';

const none: CountedLimits = { windows: [], budgets: [] };
const day = { type: 'calendar', unit: 'day', timezone: 'UTC' } as const;

function withLimits(caps: Cap[] | undefined, budget?: NewCampaign['budget']): NewCampaign {
  const limits = { ...(caps ? { caps } : {}), ...(budget === undefined ? {} : { budget }) };
  return { name: 'Spec', trigger: { event_name: 'e' }, effects: [], ...limits };
}

describe('what a campaign counts', () => {
  it('is each window once per scope, whatever its cap', () => {
    const caps: Cap[] = [
      { scope: 'user', window: { type: 'total' }, max: 1 },
      { scope: 'user', window: { type: 'total' }, max: 9 },
      { scope: 'campaign', window: { type: 'total' }, max: 1 },
      { scope: 'user', window: day, max: 1 },
      { scope: 'user', window: { ...day, unit: 'week' }, max: 1 },
      { scope: 'user', window: { ...day, timezone: 'Asia/Tokyo' }, max: 1 },
    ];
    expect(countedBy(withLimits(caps), none).windows).toEqual(
      [caps[0], caps[2], caps[3], caps[4], caps[5]].map((cap) => ({ scope: cap?.scope, window: cap?.window })),
    );
  });

  it('is one window for all rolling ones of a scope, without their length', () => {
    const caps = [60, 3_600].map((seconds): Cap => ({ scope: 'user', window: { type: 'rolling', seconds }, max: 1 }));
    expect(countedBy(withLimits(caps), none).windows).toEqual([{ scope: 'user', window: { type: 'rolling' } }]);
  });

  it('is a budget that is given, also one of 0', () => {
    expect(countedBy(withLimits([], { coupons: 0 }), none).budgets).toEqual(['coupons']);
    expect(countedBy(withLimits([], { coupons: 1, points: 0 }), none).budgets).toEqual(['coupons', 'points']);
    expect(countedBy(withLimits(undefined, null), none)).toEqual(none);
  });

  it('stays what earlier versions counted, in that order', () => {
    const before: CountedLimits = {
      windows: [
        { scope: 'user', window: day },
        { scope: 'campaign', window: day },
      ],
      budgets: ['points'],
    };
    const caps: Cap[] = [
      { scope: 'campaign', window: { type: 'total' }, max: 1 },
      { scope: 'user', window: day, max: 1 },
    ];
    expect(countedBy(withLimits(caps, { coupons: 1, points: 1 }), before)).toEqual({
      windows: [...before.windows, { scope: 'campaign', window: { type: 'total' } }],
      budgets: ['points', 'coupons'],
    });
  });

  it('is 40 windows at the most, unless a version adds none', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const windows = (from: number, until: number) =>
      zones.slice(from, until).map((timezone) => ({ scope: 'user' as const, window: { ...day, timezone } }));
    const caps = (from: number, until: number) => windows(from, until).map((each) => ({ ...each, max: 1 }));
    const before = (count: number): CountedLimits => ({ windows: windows(0, count), budgets: [] });
    const refusal = expect.objectContaining({ code: 'campaign-refused', status: 422 }) as Error;
    expect(() => {
      demandCountable(withLimits(caps(35, 40)), before(35));
    }).not.toThrow();
    expect(() => {
      demandCountable(withLimits(caps(35, 41)), before(35));
    }).toThrow(refusal);
    expect(() => {
      demandCountable(withLimits(caps(0, 41)), before(41));
    }).not.toThrow();
    expect(() => {
      demandCountable(withLimits(caps(41, 42)), before(41));
    }).toThrow(refusal);
  });
});
