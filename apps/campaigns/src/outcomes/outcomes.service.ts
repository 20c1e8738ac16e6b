import type { Outcome, OutcomesOf } from '@ces/contracts/campaigns/campaign-outcomes';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import { Every } from '@ces/service/chores/every';
import { arrangeMonths, firstKept } from '@ces/service/database/partitions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CampaignsConfig } from '../campaigns.config.js';
import { StoredCampaignsService } from '../campaigns/stored-campaigns.service.js';
import { OutcomeStore, type JudgedEvent, type OutcomeRow } from './outcome.store.js';
import { fromStored, toStored, type RefusedOutcome, type StoredOutcome } from './stored-outcome.js';

/** The inbox knows for this long which events were judged. */
const rememberedMs = 2 * factRetentionMs;

const noId = '00000000-0000-0000-0000-000000000000';

const partitions = { name: 'event_outcome', column: 'occurred_at', lock: 0x6f75_7463 }; // 'outc'

@Injectable()
export class OutcomesService {
  constructor(
    private readonly database: DataSource,
    private readonly config: CampaignsConfig,
    private readonly campaigns: StoredCampaignsService,
    private readonly store: OutcomeStore,
  ) {}

  /** Events that all their campaigns reward have nothing to record: their grants tell of them. */
  async record(events: (Omit<JudgedEvent, 'outcomes'> & { outcomes: RefusedOutcome[] })[]): Promise<void> {
    if (events.length === 0) return;
    await this.store.record(events.map((event) => ({ ...event, outcomes: event.outcomes.map(toStored) })));
  }

  /** The outcomes of each event: null while it is not judged, and after they are dropped; empty when no campaign ran for it. */
  async of({ user_id, event_ids }: OutcomesOf): Promise<(Outcome[] | null)[]> {
    const ids = event_ids.map((id) => (isUuid(id) ? id : noId));
    const now = new Date();
    const keptFrom = firstKept(now, this.config.OUTCOME_RETENTION_DAYS);
    const events = ids.map((id) => ({ id, moment: momentOf(id) }));
    const rememberedFrom = new Date(now.getTime() - rememberedMs);
    const rows = await this.store.find(user_id, events, { rememberedFrom, keptFrom });
    const names = await this.namesIn(rows);
    const known = (stored: StoredOutcome) => fromStored(stored, names.get(stored.campaign_id) ?? '');
    const isDropped = (place: number) => (events[place]?.moment ?? now) < keptFrom;
    return fitting(
      rows.map(({ outcomes, judged }, place) => {
        if (outcomes) return lastOfEach(outcomes).map(known);
        return judged && !isDropped(place) ? [] : null;
      }),
    );
  }

  @Every({
    name: 'arrange-outcome-partitions',
    does: 'Makes the coming partitions of outcomes, and drops those that are older than the retention.',
    seconds: 3_600,
    atStart: true,
  })
  async arrangePartitions(): Promise<void> {
    await arrangeMonths(this.database, partitions, new Date(), this.config.OUTCOME_RETENTION_DAYS);
  }

  private namesIn(rows: OutcomeRow[]): Promise<Map<string, string>> {
    const ids = rows.flatMap(({ outcomes }) => outcomes ?? []).map(({ campaign_id }) => campaign_id);
    return this.campaigns.namesOf([...new Set(ids)]);
  }
}

function lastOfEach(outcomes: StoredOutcome[]): StoredOutcome[] {
  return [...new Map(outcomes.map((each) => [each.campaign_id, each])).values()];
}

/** The id of an event begins with the moment at which it was made. */
function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
}

/** A reply must stay under 1 MiB; the outcomes of one event do. */
const replyBytes = 500_000;

function fitting<T>(items: T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > replyBytes;
  });
  return end < 0 ? items : items.slice(0, end);
}
