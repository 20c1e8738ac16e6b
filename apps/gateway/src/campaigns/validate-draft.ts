import { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { validateCampaign, type CampaignValidation } from '@ces/contracts/campaigns/campaign-drafts';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { strictWithText } from '../http/bodies/check-pipe.js';

/** Reports a document of the wrong shape like any other fault, so that an editor has one list to show. */
export async function validateDraft(bus: Bus, body: unknown): Promise<CampaignValidation> {
  let campaign: NewCampaign;
  try {
    campaign = await strictWithText.body(NewCampaign, body);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation-failed') throw error;
    return { valid: false, errors: error.extras.errors ?? [] };
  }
  return bus.call(validateCampaign, campaign);
}
