import type { CampaignState } from '@ces/contracts/campaigns/campaign-administration';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { containing } from '@ces/service/database/search';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { TalliesService } from '../tallies/tallies.service.js';
import { CampaignVersionEntity } from './campaign-version.entity.js';
import { CampaignEntity } from './campaign.entity.js';
import { CampaignStore } from './campaign.store.js';
import type { CheckedCampaign, StoredCampaign } from './stored-campaign.js';

interface Wanted {
  state?: CampaignState | undefined;
  /** A part of the name. */
  q?: string | undefined;
}

@Injectable()
export class StoredCampaignsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: CampaignStore,
    private readonly tallies: TalliesService,
  ) {}

  async get(id: string): Promise<StoredCampaign> {
    const row = isUuid(id) ? await this.transactions.of(CampaignEntity).findOneBy({ id }) : null;
    const [campaign] = row ? await this.complete([row]) : [];
    if (!campaign) throw campaignNotFound();
    return campaign;
  }

  async find(id: string): Promise<StoredCampaign | undefined> {
    return this.get(id).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    });
  }

  async newest(before: string | null, atMost: number, { state, q }: Wanted = {}): Promise<StoredCampaign[]> {
    const rows = await this.transactions.of(CampaignEntity).find({
      where: {
        ...(before === null ? {} : { id: LessThan(before) }),
        ...(state === undefined ? {} : { state }),
        ...(q === undefined ? {} : { name: containing(q) }),
      },
      order: { id: 'DESC' },
      take: atMost,
    });
    return this.complete(rows);
  }

  async namesOf(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.transactions
      .of(CampaignEntity)
      .find({ select: { id: true, name: true }, where: { id: In(ids) } });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Serializes changes of one campaign. A waiting change gives up soon, so that it does not hold its connection. */
  async lock(id: string): Promise<void> {
    if (!isUuid(id)) throw campaignNotFound();
    if (await this.store.lock(id)) return;
    throw new Problem('service-unavailable', 'The campaign is being changed by others.', { retry_after: 1 });
  }

  lockIfFree(id: string): Promise<boolean> {
    return this.store.lockIfFree(id);
  }

  async insert(id: string, checked: CheckedCampaign): Promise<void> {
    const now = new Date();
    const { name } = checked.document;
    const row = { id, name, state: 'draft' as const, version: 1, created_at: now, updated_at: now };
    await this.transactions.of(CampaignEntity).insert(row);
    await this.insertVersion(id, 1, checked);
  }

  async insertVersion(campaign_id: string, version: number, checked: CheckedCampaign): Promise<void> {
    const { document, event_version, schema } = checked;
    const row = { campaign_id, version, document, event_version, schema, created_at: new Date() };
    await this.transactions.of(CampaignVersionEntity).insert(row);
  }

  /** The tables refuse this for a campaign that is no draft. */
  async delete(id: string): Promise<void> {
    await this.transactions.of(CampaignVersionEntity).delete({ campaign_id: id });
    await this.transactions.of(CampaignEntity).delete({ id });
  }

  /** Does not read the campaign again, because its tallies would be summed while all judging waits. */
  async change(
    campaign: StoredCampaign,
    change: Partial<Pick<StoredCampaign, 'state' | 'version' | 'document'>>,
  ): Promise<StoredCampaign> {
    const changed = { ...campaign, ...change, updated_at: new Date() };
    changed.name = changed.document.name;
    const { name, state, version, updated_at } = changed;
    await this.transactions.of(CampaignEntity).update(campaign.id, { name, state, version, updated_at });
    return changed;
  }

  /** Versions never change, so a version may be read after its campaign. */
  private async complete(rows: CampaignEntity[]): Promise<StoredCampaign[]> {
    if (rows.length === 0) return [];
    const versions = await this.transactions
      .of(CampaignVersionEntity)
      .findBy(rows.map(({ id, version }) => ({ campaign_id: id, version })));
    const byId = new Map(versions.map((version) => [version.campaign_id, version]));
    const sums = await this.tallies.of(rows.map(({ id }) => id));
    return rows.flatMap((row) => {
      const version = byId.get(row.id);
      if (!version) return [];
      const { document, event_version, schema } = version;
      const { grants = 0, coupons = 0, points = 0 } = sums.get(row.id) ?? {};
      return [{ ...row, document, event_version, schema, used: { grants, coupons, points } }];
    });
  }
}

function campaignNotFound(): Problem {
  return new Problem('campaign-not-found', 'There is no campaign of this id.');
}
