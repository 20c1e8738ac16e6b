import type { Campaign, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { differencesOf } from '@ces/service/by-name/differences';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { CampaignEntity } from './campaign.entity.js';
import { CampaignsService } from './campaigns.service.js';
import { withLowerIds } from './check/lower-ids.js';
import { filled } from './stored-campaign.js';
import { StoredCampaignsService } from './stored-campaigns.service.js';

@Injectable()
export class NamedCampaigns implements Named<NewCampaign, Campaign> {
  readonly space = 'campaigns';
  readonly notFound = 'campaign-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly campaigns: CampaignsService,
    stored: StoredCampaignsService,
  ) {
    // Changes lock the id of a campaign and not its row, which judging reads.
    this.keys = { ...keysIn(transactions, CampaignEntity), lock: (id) => stored.lock(id) };
  }

  get(id: string): Promise<Campaign> {
    return this.campaigns.get(id);
  }

  async create(given: NewCampaign): Promise<Made<Campaign>> {
    return { shown: await this.campaigns.create(given) };
  }

  /** A campaign that is as given is left alone, because a new version stops all judging for a moment, and an ended one takes none. */
  async replace(id: string, given: NewCampaign): Promise<Campaign> {
    const campaign = await this.campaigns.get(id);
    if (differencesOf(campaign, { ...campaign, ...asStored(given, campaign) }).length > 0) {
      return this.campaigns.put({ ...given, id });
    }
    await demandUnchanged(() => Promise.resolve(campaign));
    return campaign;
  }
}

/** Ids are stored in lower case, and a transaction without a block has the first one of its stack. */
function asStored(given: NewCampaign, { effects }: Campaign): object {
  const placed = given.effects.map((effect, index) => {
    const { type, coupon_id, survey_id, stack_id, block_id = effects[index]?.block_id } = effect;
    const ids = Object.entries({
      coupon_id,
      survey_id,
      stack_id,
      block_id: type === 'transaction' ? block_id : undefined,
    });
    const known = ids.flatMap(([name, id]) => (id === undefined ? [] : [[name, id.toLowerCase()] as const]));
    return { ...effect, ...Object.fromEntries(known) };
  });
  return filled({ ...withLowerIds(given), effects: placed });
}
