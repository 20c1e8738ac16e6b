import type { CampaignVersion, VersionsOfCampaign } from '@ces/contracts/campaigns/campaign-drafts';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { Transactions } from '@ces/messaging/storage/transactions';
import { countThatFits, notACursor } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { RunsService, type RunOfVersion } from '../runs/runs.service.js';
import { CampaignVersionEntity } from './campaign-version.entity.js';
import { changedPlaces } from './changed-places.js';
import { filled } from './stored-campaign.js';
import { StoredCampaignsService } from './stored-campaigns.service.js';

@Injectable()
export class VersionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly campaigns: StoredCampaignsService,
    private readonly runs: RunsService,
  ) {}

  /** The newest first. The cursor is the number of a version. */
  async page({ id, limit = largestPage, cursor }: VersionsOfCampaign): Promise<Paged<CampaignVersion>> {
    const below = versionOf(cursor);
    await this.campaigns.get(id);
    const rows = await this.transactions.of(CampaignVersionEntity).find({
      where: { campaign_id: id, ...(below === undefined ? {} : { version: LessThan(below) }) },
      order: { version: 'DESC' },
      take: limit + 1,
    });
    const runs = Map.groupBy(await this.runs.of(id), ({ version }) => version);
    const all = rows.map((row, index) => toVersion(row, rows[index + 1], runs.get(row.version) ?? []));
    const items = all.slice(0, Math.min(limit, countThatFits(all)));
    return { items, next: items.length < rows.length ? String(items.at(-1)?.version) : null };
  }
}

function versionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,9}$/.test(cursor)) throw notACursor();
  return Number(cursor);
}

function toVersion(
  { version, document, created_at }: CampaignVersionEntity,
  before: CampaignVersionEntity | undefined,
  runs: RunOfVersion[],
): CampaignVersion {
  const campaign = filled(document);
  return {
    version,
    campaign,
    changed: before ? changedPlaces(filled(before.document), campaign) : [],
    runs: runs.map(({ from_at, until_at }) => ({
      started_at: from_at.toISOString(),
      ended_at: until_at?.toISOString() ?? null,
    })),
    created: created_at.toISOString(),
  };
}
