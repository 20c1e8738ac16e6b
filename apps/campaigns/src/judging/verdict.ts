import type { VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';
import type { RefusedOutcome } from '../outcomes/stored-outcome.js';
import type { CountedVerdict } from '../stats/stats.service.js';
import { costOf, type DueGrant } from './due-grant.js';

export interface Refusal {
  step: VerdictStep;
  detail: string;
}

export interface Verdict extends DueGrant {
  refusal: Refusal | undefined;
}

export function refusedBy({ run }: Verdict, { step, detail }: Refusal): RefusedOutcome {
  return { campaign_id: run.campaignId, version: run.version, reason: step, detail };
}

export function toCounted({ run, occurrence, due, refusal }: Verdict): CountedVerdict {
  const given = refusal ? { coupons: 0, points: 0 } : costOf(due);
  return { campaignId: run.campaignId, at: occurrence.at, refusedBy: refusal?.step, ...given };
}
