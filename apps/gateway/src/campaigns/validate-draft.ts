import { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { validateCampaign, type CampaignValidation } from '@ces/contracts/campaigns/campaign-drafts';
import { check } from '@ces/contracts/check';
import { fragmentStep } from '@ces/contracts/json/escape-step';
import { Problem, type Fault } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { parseJson, strictWithText } from '../http/bodies/check-pipe.js';

/** Reports a document of the wrong shape like any other fault, so that an editor has one list to show. */
export async function validateDraft(bus: Bus, body: unknown): Promise<CampaignValidation> {
  const { campaign, faults } = await shaped(() => strictWithText.body(NewCampaign, body));
  if (campaign) return bus.call(validateCampaign, campaign);
  const { campaign: rest } = await shaped(() => check(NewCampaign, withoutFaulty(parseJson(body), faults), 'refuse'));
  const { errors } = rest ? await bus.call(validateCampaign, rest) : { errors: [] };
  return { valid: false, errors: [...faults, ...errors] };
}

async function shaped(read: () => Promise<NewCampaign>): Promise<{ campaign?: NewCampaign; faults: Fault[] }> {
  try {
    return { campaign: await read(), faults: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation-failed') throw error;
    return { faults: error.extras.errors ?? [] };
  }
}

/** The fields of the right shape. They make a campaign that can be judged, unless a required field is missing. */
function withoutFaulty(campaign: unknown, faults: Fault[]): object {
  const fields = new Set(faults.map(({ pointer }) => pointer.split('/')[1] ?? ''));
  const kept = Object.entries(Object(campaign) as object).filter(([field]) => !fields.has(fragmentStep(field)));
  // No check depends on the name.
  return { ...Object.fromEntries(kept), ...(fields.has('name') ? { name: 'Draft' } : {}) };
}
