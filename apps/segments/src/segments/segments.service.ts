import type { Page, Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import type {
  DeletedSegment,
  ExternalSegment,
  MembersOf,
  SegmentMember,
  SegmentRef,
} from '@ces/contracts/segments/segments';
import { Transactions } from '@ces/messaging/storage/transactions';
import { notACursor, pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { retire } from '../files/file-states.js';
import { tableOf } from '../files/file-table.js';
import { filesInForce } from '../files/files-in-force.js';
import { demandOwner, segmentNotFound, toSegment, type StoredSegment } from './stored-segments.js';

@Injectable()
export class SegmentsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  // row 29
  list(page: Page): Promise<Paged<ExternalSegment>> {
    const sql = 'SELECT * FROM segment WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2';
    return pageOf(page, (...bounds) => this.database.query<StoredSegment[]>(sql, bounds), toSegment);
  }

  /** Row 30, and before the file of row 31 is read. */
  async get({ segment_id, by }: SegmentRef): Promise<ExternalSegment> {
    const segment = await this.find(segment_id);
    demandOwner(segment, by);
    return toSegment(segment);
  }

  /** Of the file in force, in the order of their ids. */
  async members({ segment_id, limit = 500, cursor }: MembersOf): Promise<Paged<SegmentMember>> {
    if (cursor !== undefined && !/^[A-Za-z0-9]{25}$/.test(cursor)) throw notACursor();
    await this.find(segment_id);
    const [file] = await filesInForce(this.database.manager, [segment_id]);
    if (!file) return { items: [], next: null };
    const rows = await this.database.query<SegmentMember[]>(
      `SELECT DISTINCT c.user_id FROM connection c JOIN ${tableOf(file.file_id)} f ON f.identifier = c.owner_id
        WHERE c.provider_name = $1 AND c.open AND c.user_id > $2 ORDER BY c.user_id LIMIT $3`,
      [file.provider_name, cursor ?? '', limit + 1],
    );
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? (items.at(-1)?.user_id ?? null) : null };
  }

  // row 32
  delete({ segment_id: id, by }: SegmentRef): Promise<DeletedSegment> {
    return this.transactions.run(async (tx) => {
      const [found] = isUuid(id)
        ? await tx.query<StoredSegment[]>('SELECT * FROM segment WHERE id = $1 FOR UPDATE', [id])
        : [];
      if (!found) throw segmentNotFound();
      demandOwner(found, by);
      if (found.state !== 'processed')
        throw new Problem('segment-not-processed', 'Its newest file is still being processed.');
      // Whoever registers a use has locked the segment: what is not seen here cannot come any more.
      const usages = await tx.query<{ campaign_id: string; name: string }[]>(
        'SELECT campaign_id, name FROM segment_use WHERE segment_id = $1 ORDER BY campaign_id',
        [id],
      );
      if (usages.length > 0)
        throw new Problem('segment-in-use', 'Campaigns use it; end them first.', { members: { usages } });
      await tx.query('DELETE FROM segment WHERE id = $1', [id]);
      await tx.query('DELETE FROM user_entry WHERE segment_id = $1', [id]);
      await retire(tx, id, ['in-force']);
      return { deleted: true };
    });
  }

  private async find(id: string): Promise<StoredSegment> {
    const [found] = isUuid(id)
      ? await this.database.query<StoredSegment[]>('SELECT * FROM segment WHERE id = $1', [id])
      : [];
    if (!found) throw segmentNotFound();
    return found;
  }
}
