import type { EntityManager } from 'typeorm';
import type { Refusal } from '../match/assess.js';
import { lockCodes } from '../../coupons/coupon-code.store.js';
import { lockCounts, writeCounts } from '../count/counts.service.js';
import { codesNeeded, settle, type Claim } from '../count/decide.js';

export interface Verdict extends Claim {
  refusal: Refusal | undefined;
}

/**
 * Says of each claim whether it is granted, in their order, and answers the codes for them, by coupon. First as if there
 * were codes enough, which says how many are wanted; again as long as that changes: what is refused for want of a code
 * leaves its budget to others, who may want codes of other coupons.
 */
export async function settleClaims(tx: EntityManager, claims: Verdict[]): Promise<Map<string, string[]>> {
  const before = await lockCounts(tx, claims);
  const codes = new Map<string, string[]>();
  const exhausted = new Map<string, number>();
  for (;;) {
    const counts = before.copyWith(exhausted);
    for (const claim of claims) claim.refusal = settle(claim, counts);
    const wanted = sumOfCodes(claims.filter(({ refusal }) => !refusal));
    const short = new Map([...wanted].filter(([couponId, count]) => (codes.get(couponId)?.length ?? 0) < count));
    if (short.size === 0) {
      await writeCounts(tx, claims, counts);
      return codes;
    }
    for (const [couponId, some] of await lockCodes(tx, short)) {
      codes.set(couponId, some);
      if (some.length < (short.get(couponId) ?? 0)) exhausted.set(couponId, some.length);
    }
  }
}

function sumOfCodes(claims: Claim[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { due } of claims)
    for (const [couponId, count] of codesNeeded(due)) sum.set(couponId, (sum.get(couponId) ?? 0) + count);
  return sum;
}
