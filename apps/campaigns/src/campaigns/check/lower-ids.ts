import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';

/** Writes UUIDs in lower case, as other services do, because judging compares ids as text. */
export function withLowerIds(document: NewCampaign): NewCampaign {
  const { trigger, audience } = document;
  return {
    ...document,
    trigger: {
      ...trigger,
      ...(trigger.segment_id === undefined ? {} : { segment_id: trigger.segment_id.toLowerCase() }),
    },
    ...(audience ? { audience: lowered(audience) } : {}),
  };
}

export function lowered<Lists extends object>(lists: Lists): Lists {
  const entries = Object.entries(lists) as [string, string[] | undefined][];
  return Object.fromEntries(entries.map(([name, ids]) => [name, ids?.map((id) => id.toLowerCase())])) as Lists;
}
