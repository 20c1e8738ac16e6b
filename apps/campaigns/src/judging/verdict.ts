import type { Outcome, VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';
import type { CountedVerdict } from '../stats/stats.service.js';
import { costOf, type DueGrant } from './due-grant.js';

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

export function toCounted({ run, occurrence, due, refusal }: Verdict): CountedVerdict {
  const given = refusal ? { coupons: 0, points: 0 } : costOf(due);
  return { campaignId: run.campaignId, at: occurrence.at, refusedBy: refusal?.step, ...given };
}
