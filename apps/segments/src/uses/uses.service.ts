import { faulty } from '@ces/contracts/problems';
import type { MembershipsOf, SegmentUse } from '@ces/contracts/segments/segment-use';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { membershipsOf } from '../connections/membership.js';
import { filesInForce } from '../files/files-in-force.js';

/** What campaigns need: that a segment stays while they use it, and who is in it. */
@Injectable()
export class UsesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** All that the campaign uses from now on. The lock keeps the segments from being deleted before the use is on record. */
  use({ campaign_id, name, segment_ids, entries }: SegmentUse): Promise<{ used: string[] }> {
    return this.transactions.run(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`uses of ${campaign_id}`]);
      const wanted = [...new Set(segment_ids)];
      const rows = await tx.query<{ id: string }[]>(
        'SELECT id FROM segment WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE',
        [wanted.filter(isUuid)],
      );
      const used = new Set(rows.map(({ id }) => id));
      const unknown = segment_ids.flatMap((id, place) => (used.has(id.toLowerCase()) ? [] : [place]));
      if (unknown.length > 0) throw faulty('segment-unknown', unknown.map(fault));
      await tx.query('DELETE FROM segment_use WHERE campaign_id = $1 AND segment_id <> ALL ($2::uuid[])', [
        campaign_id,
        [...used],
      ]);
      await tx.query(
        `INSERT INTO segment_use (campaign_id, segment_id, name, entries)
         SELECT $1, id, $3, $4 FROM unnest($2::uuid[]) AS id
         ON CONFLICT (campaign_id, segment_id) DO UPDATE SET name = EXCLUDED.name, entries = EXCLUDED.entries`,
        [campaign_id, [...used], name, entries],
      );
      return { used: wanted };
    });
  }

  async memberships({ user_ids, segment_ids }: MembershipsOf): Promise<string[][]> {
    const files = await filesInForce(this.database.manager, segment_ids.filter(isUuid));
    const found = await membershipsOf(this.database.manager, files, [...new Set(user_ids)]);
    const byUser = Map.groupBy(found, ({ user_id }) => user_id);
    return user_ids.map((id) => (byUser.get(id) ?? []).map(({ segment_id }) => segment_id));
  }
}

function fault(place: number) {
  return { pointer: `#/segment_ids/${place}`, code: 'segment', detail: 'there is no such segment' };
}
