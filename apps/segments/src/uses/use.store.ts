import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface Use {
  campaignId: string;
  name: string;
  entries: boolean;
}

/** Uses of segments by campaigns. SQL because a campaign's uses are replaced as a set, and facts look them up in sets. */
@Injectable()
export class UseStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes other changes of this campaign's uses wait for the commit. */
  async lock(campaignId: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `uses of ${campaignId}`,
    ]);
  }

  /** Keeps these segments from being deleted until the commit. Returns the ids of those that exist. */
  async keepSegments(segmentIds: string[]): Promise<Set<string>> {
    const rows = await this.transactions.open.query<{ id: string }[]>(
      'SELECT id FROM segment WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE',
      [segmentIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async findExisting(segmentIds: string[]): Promise<string[]> {
    const rows = await this.transactions.current.query<{ id: string }[]>(
      'SELECT id FROM segment WHERE id = ANY ($1::uuid[]) ORDER BY id',
      [segmentIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Records that the campaign uses these segments and no others. */
  async replace({ campaignId, name, entries }: Use, segmentIds: string[]): Promise<void> {
    const tx = this.transactions.open;
    await tx.query('DELETE FROM segment_use WHERE campaign_id = $1 AND segment_id <> ALL ($2::uuid[])', [
      campaignId,
      segmentIds,
    ]);
    await tx.query(
      `INSERT INTO segment_use (campaign_id, segment_id, name, entries)
         SELECT $1, id, $3, $4 FROM unnest($2::uuid[]) AS id
         ON CONFLICT (campaign_id, segment_id) DO UPDATE SET name = EXCLUDED.name, entries = EXCLUDED.entries`,
      [campaignId, segmentIds, name, entries],
    );
  }

  async findWantingEntries(segmentIds: string[]): Promise<Set<string>> {
    if (segmentIds.length === 0) return new Set();
    const rows = await this.transactions.current.query<{ segment_id: string }[]>(
      'SELECT DISTINCT segment_id FROM segment_use WHERE entries AND segment_id = ANY ($1)',
      [segmentIds],
    );
    return new Set(rows.map(({ segment_id }) => segment_id));
  }
}
