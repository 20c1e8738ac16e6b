// Made-up runs, occurrences and grants, for specs of the functions that judge them.
import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { DueEffect, DueGrant } from '../src/judging/due-grant.js';
import { countedBy } from '../src/runs/counted-limits.js';
import type { Occurrence } from '../src/runs/occurrence.js';
import { planFor } from '../src/runs/plan.js';
import type { Run } from '../src/runs/run.js';

/** The properties of made-up events. */
const schema = { type: 'object', properties: { amount: { type: 'integer' }, tags: { type: 'array', items: {} } } };

export function madeUpRun(document: Partial<NewCampaign> = {}, more: Partial<Run> = {}): Run {
  const effects: NewCampaign['effects'] = [{ type: 'transaction', stack_id: 's', block_id: 'b', value: 1 }];
  const plan = planFor({ name: 'Spec', trigger: { event_name: 'e' }, effects, ...document }, schema);
  return {
    ...{ campaignId: 'c', name: 'Spec', version: 1, segmentId: undefined, plan },
    ...{ from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY },
    counted: countedBy(plan.document, { windows: [], budgets: [] }),
    ...more,
  };
}

export function madeUpOccurrence(more: Partial<Occurrence> = {}): Occurrence {
  return { id: 'o', userId: 'u', at: Date.UTC(2026, 5, 1, 12), trigger: 'event e', data: {}, ...more };
}

export function madeUpGrant(run: Run, due: DueEffect[], more: Partial<Occurrence> = {}): DueGrant {
  return { occurrence: madeUpOccurrence(more), run, due };
}

export function coupon(coupon_id = 'coffee'): DueEffect {
  return { type: 'claim_coupon', coupon_id };
}

export function points(value: number): DueEffect {
  return { type: 'transaction', stack_id: 's', block_id: 'b', value };
}
