import { eventAccepted } from '@ces/contracts/events/events';
import type { Span } from '@ces/contracts/facts/reconciliation';
import { Injectable } from '@nestjs/common';
import { namedAtMost, type Difference, type Pair } from './difference.js';
import { GrantedEffectsStore } from './granted-effects.store.js';

/** Publisher and reader are one service: its grants are compared with the coupons and points that it has given. */
export const grantPair: Pair = { subject: 'grants', publisher: 'campaigns', reader: 'campaigns' };

@Injectable()
export class GrantReconciliation {
  constructor(private readonly effects: GrantedEffectsStore) {}

  async compare(hour: Span): Promise<Difference[]> {
    const { keys, count } = await this.effects.findDiffering(hour, namedAtMost);
    return count > 0 ? [{ ...grantPair, kind: 'ungranted', hour, ids: keys, count }] : [];
  }

  /** Adds how many of the lost events have left slips or entries behind. */
  async withLeftGrants(difference: Difference): Promise<Difference> {
    const { kind, subject, reader, ids } = difference;
    if (kind !== 'unpublished' || subject !== eventAccepted.subject || reader !== 'campaigns') return difference;
    return { ...difference, granted: await this.effects.countWithEffects(ids) };
  }
}
