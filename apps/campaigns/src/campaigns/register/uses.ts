import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { DefinitionUse } from '@ces/contracts/events/definition-use';
import { propertiesUsed } from '../check/properties-used.js';
import type { CheckedCampaign, StoredCampaign } from '../stored-campaign.js';

/** Other services keep these from deletion while the campaign needs them. */
export interface Uses {
  name: string;
  segments: string[];
  /** True when the segments service tells of users who enter them. */
  entries: boolean;
  definition: DefinitionUse | undefined;
}

export const noUses: Uses = { name: '', segments: [], entries: false, definition: undefined };

/** A draft keeps its segments. A campaign that runs or is paused keeps the definition of its event, too. */
export function usesBy(campaign: CheckedCampaign & Pick<StoredCampaign, 'id' | 'state'>): Uses {
  const { id, state, document } = campaign;
  const alive = state === 'running' || state === 'paused';
  return {
    name: document.name,
    segments: state === 'ended' ? [] : segmentsUsed(document),
    entries: alive && document.trigger.lifecycle === 'segment-entered',
    definition: alive ? definitionUse(id, campaign) : undefined,
  };
}

export function union(use: DefinitionUse, other: DefinitionUse | undefined): DefinitionUse {
  if (other?.event_name !== use.event_name) return use;
  const properties = new Map([...other.properties, ...use.properties].map((each) => [each.path.join('\0'), each]));
  return { ...use, properties: [...properties.values()] };
}

function definitionUse(
  campaign_id: string,
  { document, event_version, schema }: CheckedCampaign,
): DefinitionUse | undefined {
  const { event_name } = document.trigger;
  if (event_name === undefined || event_version === null) return undefined;
  const properties = propertiesUsed(document, schema);
  return { campaign_id, name: document.name, event_name, version: event_version, properties };
}

function segmentsUsed({ audience, trigger }: NewCampaign): string[] {
  const { include_segments = [], exclude_segments = [] } = audience ?? {};
  const entered = trigger.segment_id === undefined ? [] : [trigger.segment_id];
  return [...new Set([...include_segments, ...exclude_segments, ...entered])];
}
