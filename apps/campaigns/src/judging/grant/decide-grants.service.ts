import { Injectable } from '@nestjs/common';
import { CodesService } from '../../coupons/codes.service.js';
import { CountsService } from '../count/counts.service.js';
import { decide } from '../count/decide.js';
import { codesNeeded, type DueGrant } from '../due-grant.js';
import type { Verdict } from '../verdict.js';

@Injectable()
export class DecideGrantsService {
  constructor(
    private readonly counts: CountsService,
    private readonly codes: CodesService,
  ) {}

  /**
   * Sets the refusal of each verdict, in order, and returns the locked codes by coupon. A grant that nothing limits stays as
   * it is. The first round assumes enough codes. A grant that gets no code is refused and leaves its budget to later grants,
   * which may want codes of other coupons. So rounds repeat until no more codes are wanted.
   */
  async decide(all: Verdict[]): Promise<Map<string, string[]>> {
    const verdicts = all.filter(isLimited);
    if (verdicts.length === 0) return new Map();
    const before = await this.counts.lock(verdicts);
    const codes = new Map<string, string[]>();
    const exhausted = new Map<string, number>();
    for (;;) {
      const counts = before.copyWith(exhausted);
      for (const verdict of verdicts) verdict.refusal = decide(verdict, counts);
      const wanted = sumOfCodes(verdicts.filter(({ refusal }) => !refusal));
      const short = new Map([...wanted].filter(([couponId, count]) => (codes.get(couponId)?.length ?? 0) < count));
      if (short.size === 0) {
        await this.counts.write(verdicts, counts);
        return codes;
      }
      for (const [couponId, some] of await this.codes.lock(short)) {
        codes.set(couponId, some);
        if (some.length < (short.get(couponId) ?? 0)) exhausted.set(couponId, some.length);
      }
    }
  }
}

/** `counted` has the caps and budgets of all versions, also of this one. */
function isLimited({ run, due }: DueGrant): boolean {
  const { windows, budgets } = run.counted;
  return windows.length > 0 || budgets.length > 0 || due.some(({ type }) => type === 'claim_coupon');
}

function sumOfCodes(grants: DueGrant[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { due } of grants)
    for (const [couponId, count] of codesNeeded(due)) sum.set(couponId, (sum.get(couponId) ?? 0) + count);
  return sum;
}
