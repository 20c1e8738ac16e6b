import type { VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';
import type { CampaignStats, StatsOfCampaign } from '@ces/contracts/campaigns/campaign-stats';
import { largestPage, type Paged, type StatsPage } from '@ces/contracts/paging';
import { patienceMs } from '@ces/contracts/rpc';
import { Every } from '@ces/service/chores/every';
import { momentOfCursor } from '@ces/service/database/keyset';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { pageOfBuckets } from '@ces/service/database/page-of-buckets';
import { Injectable } from '@nestjs/common';
import { StoredCampaignsService } from '../campaigns/stored-campaigns.service.js';
import { isMatched } from './matched.js';
import { StatStore, type CountedRow, type Increment } from './stat.store.js';

/** A verdict on one event, as it is counted. */
export interface CountedVerdict {
  campaignId: string;
  at: number;
  refusedBy: VerdictStep | undefined;
  coupons: number;
  points: number;
}

const hourMs = 3_600_000;

/** Counts verdicts by hour, in the transaction that decides them. */
@Injectable()
export class StatsService {
  constructor(
    private readonly campaigns: StoredCampaignsService,
    private readonly store: StatStore,
    private readonly reads: LongReadStore,
  ) {}

  /** Writes a row for each campaign, hour and reason, however many verdicts there are. */
  async count(verdicts: CountedVerdict[]): Promise<void> {
    const sums = new Map<string, Increment>();
    for (const { campaignId, at, refusedBy = '', coupons, points } of verdicts) {
      const hour = at - (at % hourMs);
      const key = `${campaignId} ${hour} ${refusedBy}`;
      const none = { events: 0, coupons: 0, points: 0 };
      const sum = sums.get(key) ?? { campaign_id: campaignId, hour: new Date(hour), reason: refusedBy, ...none };
      sum.events += 1;
      sum.coupons += coupons;
      sum.points += points;
      sums.set(key, sum);
    }
    if (sums.size > 0) await this.store.add([...sums.values()]);
  }

  async of({ id, ...page }: StatsOfCampaign): Promise<Paged<CampaignStats>> {
    return this.read(page, (await this.campaigns.get(id)).id);
  }

  ofAll(page: StatsPage): Promise<Paged<CampaignStats>> {
    return pageOfBuckets(
      page,
      (each) => this.read(each),
      (moment) => this.store.hasBefore(moment),
    );
  }

  @Every({
    name: 'fold-campaign-stats',
    does: 'Adds the latest counts of verdicts to those of their hour.',
    seconds: 30,
  })
  fold(): Promise<void> {
    return this.store.fold();
  }

  /** The newest bucket first. The cursor is the beginning of a bucket. */
  private async read(
    { bucket = 'day', since, limit = largestPage, cursor }: StatsPage,
    campaignId?: string,
  ): Promise<Paged<CampaignStats>> {
    const wanted = {
      campaignId,
      bucket,
      since: since === undefined ? undefined : new Date(since),
      before: momentOfCursor(cursor),
      atMost: limit + 1,
    };
    const rows = await this.reads.run(() => this.store.find(wanted), patienceMs);
    const all = [...Map.groupBy(rows, ({ at }) => at.toISOString())].map(([at, some]) => toStats(at, some));
    const items = all.slice(0, limit);
    return { items, next: all.length > limit ? (items.at(-1)?.at ?? null) : null };
  }
}

function toStats(at: string, rows: CountedRow[]): CampaignStats {
  const stats: CampaignStats = { at, judged: 0, matched: 0, granted: 0, refused: {}, units: 0, coupons: 0, points: 0 };
  for (const row of rows) {
    const events = Number(row.events);
    stats.judged += events;
    if (isMatched(row.reason)) stats.matched += events;
    if (row.reason === '') {
      stats.granted += events;
      stats.coupons += Number(row.coupons);
      stats.points += Number(row.points);
    } else stats.refused[row.reason] = events;
  }
  stats.units = stats.coupons + stats.points;
  return stats;
}
