import type { Schema } from '../../api/routes.js';

type Campaign = Pick<Schema<'Campaign'>, 'effects'>;
type Stats = Pick<Schema<'CampaignStats'>, 'at' | 'granted'>;

/** Ten years. A later day says nothing. */
const farthest = 3_650;

export interface Forecast {
  /** Codes that go in a day, on average. */
  perDay: number;
  /** Days until a tenth of all codes is left, of which webhooks are told, and until none is; undefined beyond ten years. */
  daysToLow: number | undefined;
  daysToEmpty: number | undefined;
}

/** Codes that one grant of the campaign takes from the coupon. */
export function codesPerGrant(couponId: string, { effects }: Campaign): number {
  return effects.filter((effect) => effect.type === 'claim_coupon' && effect.coupon_id === couponId).length;
}

/** Codes that went in each bucket of time. A grant gives all effects of its campaign, so grants say how many codes went. */
export function claimsIn(
  times: readonly string[],
  campaigns: readonly { codes: number; stats: readonly Stats[] }[],
): number[] {
  const claims = new Map<number, number>();
  for (const { codes, stats } of campaigns)
    for (const { at, granted } of stats)
      claims.set(Date.parse(at), (claims.get(Date.parse(at)) ?? 0) + granted * codes);
  return times.map((time) => claims.get(Date.parse(time)) ?? 0);
}

/** Looks at the last days that are over, without those before the coupon was made. */
export function forecastOf(
  { available, claimed, created }: Pick<Schema<'Coupon'>, 'available' | 'claimed' | 'created'>,
  times: readonly string[],
  claims: readonly number[],
  days = 7,
): Forecast {
  const made = Date.parse(created.slice(0, 10));
  const over = claims.slice(0, -1).filter((_, index) => Date.parse(times[index] ?? '') >= made);
  // On its first day a coupon has no day that is over.
  const looked = over.length === 0 ? claims.slice(-1) : over.slice(-days);
  const perDay = looked.reduce((sum, count) => sum + count, 0) / Math.max(1, looked.length);
  const untilLow = Math.max(0, available - Math.floor((available + claimed) / 10));
  const daysFor = (codes: number): number | undefined => {
    const needed = codes === 0 ? 0 : Math.ceil(codes / perDay);
    return needed > farthest ? undefined : needed;
  };
  return { perDay, daysToLow: daysFor(untilLow), daysToEmpty: daysFor(available) };
}
