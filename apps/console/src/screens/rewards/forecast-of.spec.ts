import { claimsIn, codesPerGrant, forecastOf } from './forecast-of.js';

const day = (date: number): string => `2026-11-${String(date).padStart(2, '0')}T00:00:00.000Z`;
const times = Array.from({ length: 10 }, (_, index) => day(index + 1));
const coupon = { available: 900, claimed: 100, created: '2026-10-01T08:00:00.000+00:00' };
const steady = times.map(() => 10);

describe('the forecast of a stock of codes', () => {
  it('counts a code for each effect of a grant that claims the coupon', () => {
    const claim = (coupon_id: string) => ({ type: 'claim_coupon' as const, coupon_id });
    expect(codesPerGrant('a', { effects: [claim('a'), claim('b'), claim('a')] })).toBe(2);
    const one = { codes: 2, stats: [{ at: '2026-11-02T00:00:00Z', granted: 3 }] };
    const other = { codes: 1, stats: [{ at: day(2), granted: 4 }] };
    expect(claimsIn([day(1), day(2)], [one, other])).toEqual([0, 10]);
  });

  it('says when a tenth is left and when none is, at the rate of the last seven days that are over', () => {
    const rising = [...[100, 100], ...times.slice(3).map(() => 10), 5_000];
    expect(forecastOf(coupon, times, rising)).toEqual({ perDay: 10, daysToLow: 80, daysToEmpty: 90 });
    expect(forecastOf({ ...coupon, available: 5, claimed: 995 }, times, steady)).toMatchObject({ daysToLow: 0 });
  });

  it('leaves out the days before the coupon was made, and takes today on its first day', () => {
    const young = times.map((_, index) => (index < 8 ? 0 : 12));
    expect(forecastOf({ ...coupon, created: day(9) }, times, young).perDay).toBe(12);
    expect(forecastOf({ ...coupon, created: '2026-11-10T15:00:00.000+00:00' }, times, young).perDay).toBe(12);
  });

  it('knows no end of a stock of which nothing or next to nothing goes', () => {
    const still = { perDay: 0, daysToLow: undefined, daysToEmpty: undefined };
    expect(forecastOf({ ...coupon, available: 900_000 }, times, steady).daysToEmpty).toBeUndefined();
    expect(
      forecastOf(
        coupon,
        times,
        times.map(() => 0),
      ),
    ).toEqual(still);
  });
});
