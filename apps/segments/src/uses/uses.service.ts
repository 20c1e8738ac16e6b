import { faulty } from '@ces/contracts/problems';
import type { SegmentNames, SegmentUse } from '@ces/contracts/segments/segment-use';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { SegmentUseEntity } from './segment-use.entity.js';
import { UseStore } from './use.store.js';

export interface Usage {
  campaign_id: string;
  name: string;
}

/** A segment in use is not deleted. */
@Injectable()
export class UsesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly uses: UseStore,
  ) {}

  /** Segments that do not exist are refused with their places, and nothing changes. */
  use({ campaign_id: campaignId, name, segment_ids, entries }: SegmentUse): Promise<{ used: string[] }> {
    return this.transactions.run(async () => {
      await this.uses.lock(campaignId);
      const wanted = [...new Set(segment_ids)];
      const kept = await this.uses.keepSegments(wanted.filter(isUuid));
      const unknown = segment_ids.flatMap((id, place) => (kept.has(id.toLowerCase()) ? [] : [place]));
      if (unknown.length > 0) throw faulty('segment-unknown', unknown.map(toFault));
      await this.uses.replace({ campaignId, name, entries }, [...kept]);
      return { used: wanted };
    });
  }

  /** The segments that a campaign may use. */
  async known({ segment_ids }: SegmentNames): Promise<SegmentNames> {
    return { segment_ids: await this.uses.findExisting(segment_ids.filter(isUuid)) };
  }

  async usagesOf(segmentId: string): Promise<Usage[]> {
    const uses = await this.transactions
      .of(SegmentUseEntity)
      .find({ where: { segment_id: segmentId }, order: { campaign_id: 'ASC' } });
    return uses.map(({ campaign_id, name }) => ({ campaign_id, name }));
  }

  findWantingEntries(segmentIds: string[]): Promise<Set<string>> {
    return this.uses.findWantingEntries(segmentIds);
  }
}

function toFault(place: number) {
  return { pointer: `#/segment_ids/${place}`, code: 'segment', detail: 'there is no such segment' };
}
