import type { Page, Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import type { DeletedSegment, ExternalSegment, SegmentRef } from '@ces/contracts/segments/segments';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { EntriesService } from '../entries/entries.service.js';
import { FilesService } from '../files/files.service.js';
import { UsesService } from '../uses/uses.service.js';
import { demandOwner, segmentNotFound } from './segment-problems.js';
import { SegmentEntity } from './segment.entity.js';
import { toSegment } from './to-segment.js';

@Injectable()
export class SegmentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly files: FilesService,
    private readonly uses: UsesService,
    private readonly entries: EntriesService,
  ) {}

  // row 29
  list(page: Page): Promise<Paged<ExternalSegment>> {
    const read = (before: string | null, take: number): Promise<SegmentEntity[]> =>
      this.transactions.of(SegmentEntity).find({
        where: before === null ? {} : { id: LessThan(before) },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, toSegment);
  }

  /** Row 30. The gateway calls it for row 31, too, before it reads the file. */
  async get({ segment_id, by }: SegmentRef): Promise<ExternalSegment> {
    const segment = isUuid(segment_id)
      ? await this.transactions.of(SegmentEntity).findOneBy({ id: segment_id })
      : undefined;
    if (!segment) throw segmentNotFound();
    demandOwner(segment, by);
    return toSegment(segment);
  }

  // row 32
  delete({ segment_id: id, by }: SegmentRef): Promise<DeletedSegment> {
    return this.transactions.run(async () => {
      const segments = this.transactions.of(SegmentEntity);
      const found = isUuid(id)
        ? await segments.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } })
        : undefined;
      if (!found) throw segmentNotFound();
      demandOwner(found, by);
      if (found.state !== 'processed')
        throw new Problem('segment-not-processed', 'Its newest file is still being processed.');
      // A new use locks the segment before it is recorded, so none can be missing here.
      const usages = await this.uses.usagesOf(id);
      if (usages.length > 0)
        throw new Problem('segment-in-use', 'Campaigns use the segment; end them first.', { members: { usages } });
      await segments.delete({ id });
      await this.entries.forgetSegment(id);
      await this.files.retire(id, ['in-force']);
      return { deleted: true };
    });
  }

  async namesAfter(id: string | undefined, limit: number): Promise<{ id: string; name: string }[]> {
    const segments = await this.transactions.of(SegmentEntity).find({
      select: { id: true, name: true },
      where: id === undefined ? {} : { id: MoreThan(id) },
      order: { id: 'ASC' },
      take: limit,
    });
    return segments.map(({ id, name }) => ({ id, name }));
  }
}
