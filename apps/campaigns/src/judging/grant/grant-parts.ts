import { couponSlipClaimed, transactionCreated, type CouponSlip } from '@ces/contracts/campaigns/campaigns';
import { newFact, type NewFact } from '@ces/messaging/facts/outbox';
import { newId } from '@ces/messaging/storage/ids';
import type { NewSlip } from '../../slips/slips.service.js';
import type { NewEntry } from '../../stacks/ledger.service.js';
import type { Asking } from '../../surveys/surveys.service.js';
import type { Tally } from '../../tallies/tallies.service.js';
import { codesNeeded, type DueEffect, type DueGrant } from '../due-grant.js';

/** Makes a fact that can be told once the slips are stored. */
type Tell = (slips: Map<string, CouponSlip>) => NewFact;

interface GrantParts {
  slips: NewSlip[];
  entries: NewEntry[];
  asked: Asking[];
  facts: Tell[];
}

/** Ids are made in the order of the grants, so that lists sorted by id show this order. */
export function partsOf(granted: DueGrant[], codes: Map<string, string[]>): GrantParts {
  const parts: GrantParts = { slips: [], entries: [], asked: [], facts: [] };
  const left = new Map([...codes].map(([couponId, some]) => [couponId, some.values()]));
  for (const grant of granted) {
    for (const [effect, due] of grant.due.entries()) {
      const source = { ...sourceOf(grant), id: newId(), effect };
      if (due.type === 'ask_survey') parts.asked.push({ ...sourceOf(grant), survey_id: due.survey_id });
      else if (due.type === 'transaction') {
        const { stack_id, block_id, value } = due;
        parts.entries.push({ ...source, stack_id, block_id, value });
        parts.facts.push(() => transactionFact(grant, source.id, due));
      } else {
        const code = left.get(due.coupon_id)?.next().value;
        if (code === undefined) throw new Error('a slip has no code');
        parts.slips.push({ ...source, coupon_id: due.coupon_id, code });
        parts.facts.push((slips) => slipFact(grant, slips.get(source.id)));
      }
    }
  }
  return parts;
}

/** Those of coupons: the tallies of campaigns are added with the counts of verdicts. */
export function talliesOf({ due }: DueGrant): Tally[] {
  return [...codesNeeded(due)].map(([owner, amount]) => ({ owner, what: 'claimed', amount }));
}

function sourceOf({ occurrence, run }: DueGrant) {
  return { user_id: occurrence.userId, campaign_id: run.campaignId, event_id: occurrence.id };
}

function slipFact({ occurrence }: DueGrant, slip: CouponSlip | undefined): NewFact {
  if (!slip) throw new Error('a slip was not written');
  return newFact(couponSlipClaimed, { user_id: slip.userId, slip }, { call: occurrence.call });
}

function transactionFact(
  { occurrence }: DueGrant,
  id: string,
  { stack_id, block_id, value }: Extract<DueEffect, { type: 'transaction' }>,
): NewFact {
  const { userId, call } = occurrence;
  return newFact(transactionCreated, { id, stack_id, block_id, user_id: userId, value }, { call });
}
