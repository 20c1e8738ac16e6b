import type { Campaign, CampaignUse, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { CampaignVersionEntity } from './campaign-version.entity.js';
import type { CampaignEntity } from './campaign.entity.js';

/** A campaign that can be stored: references exist, and expressions fit the newest definition of the event. */
export type CheckedCampaign = Pick<CampaignVersionEntity, 'document' | 'event_version' | 'schema'>;

export interface StoredCampaign extends CampaignEntity, CheckedCampaign {
  used: CampaignUse;
}

export function toCampaign(stored: StoredCampaign): Campaign {
  const { id, key, state, version, used, document } = stored;
  return {
    id,
    key,
    version,
    state,
    ...filled(document),
    used,
    created: stored.created_at.toISOString(),
    updated: stored.updated_at.toISOString(),
  };
}

/** Writes out what the document leaves to the defaults. */
export function filled({ name, trigger, effects, ...given }: NewCampaign) {
  const { starts_at = null, ends_at = null, condition = null, caps = [], budget = null } = given;
  const { include_segments = [], exclude_segments = [], require_optins = [], card_tiers = [] } = given.audience ?? {};
  const audience = { include_segments, exclude_segments, require_optins, card_tiers };
  return { name, starts_at, ends_at, trigger, audience, condition, effects, caps, budget };
}
