import type { Outcome, VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';
import type { DueGrant } from './due-grant.js';

/** The step at which a campaign refuses an occurrence, and why. */
export interface Refusal {
  step: VerdictStep;
  detail: string;
}

/** A campaign's verdict on an occurrence: what it grants, or why it refuses. */
export interface Verdict extends DueGrant {
  refusal: Refusal | undefined;
}

export function toOutcome({ run, refusal }: Verdict): Outcome {
  return {
    campaign_id: run.campaignId,
    name: run.name,
    version: run.version,
    matched: !refusal,
    reason: refusal?.step ?? null,
    detail: refusal?.detail ?? null,
  };
}
