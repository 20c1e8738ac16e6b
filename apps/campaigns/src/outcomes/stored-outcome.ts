import type { Outcome, VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';

/** Why a campaign gave nothing for an event. */
export interface RefusedOutcome {
  campaign_id: string;
  version: number;
  reason: VerdictStep;
  detail: string;
}

/** An outcome as it is stored for months. The campaign's name and usual details are added when it is read. */
export interface StoredOutcome {
  campaign_id: string;
  version: number;
  matched: boolean;
  reason?: VerdictStep;
  detail?: string;
}

const usualDetails: Partial<Record<VerdictStep, string>> = {
  schedule: 'the campaign was over',
  audience: 'the user is in none of the segments',
  condition: 'the condition is false',
  coupons: 'no code of the coupon is left',
};

export function toStored({ campaign_id, version, reason, detail }: RefusedOutcome): StoredOutcome {
  const isUsual = detail === usualDetails[reason];
  return { campaign_id, version, matched: false, reason, ...(isUsual ? {} : { detail }) };
}

export function fromStored({ reason, detail, ...kept }: StoredOutcome, name: string): Outcome {
  const usual = reason === undefined ? null : (usualDetails[reason] ?? null);
  return { ...kept, name, reason: reason ?? null, detail: detail ?? usual };
}
