import type { Outcome, VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';
import type { DueGrant } from './due-grant.js';

export interface Refusal {
  step: VerdictStep;
  detail: string;
}

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
