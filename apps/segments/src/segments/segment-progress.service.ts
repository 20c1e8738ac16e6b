import { Problem } from '@ces/contracts/problems';
import type { ExternalSegment, FinishedUpload, SegmentProcessed } from '@ces/contracts/segments/segments';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { FilesService } from '../files/files.service.js';
import { SegmentsConfig } from '../segments.config.js';
import { demandOwner, segmentNotFound } from './segment-problems.js';
import { SegmentEntity } from './segment.entity.js';
import { SegmentStore, type UploadOf } from './segment.store.js';
import { toProcessed, toSegment } from './to-segment.js';

/** The steps of a segment from a new upload until that upload is in force. */
@Injectable()
export class SegmentProgressService {
  constructor(
    private readonly transactions: Transactions,
    private readonly segments: SegmentStore,
    private readonly files: FilesService,
    private readonly config: SegmentsConfig,
  ) {}

  receive(upload: FinishedUpload): Promise<ExternalSegment> {
    return this.transactions.run(async () => {
      const segment = upload.segment_id === undefined ? await this.create(upload) : await this.renew(upload);
      await this.files.complete({
        uploadId: upload.document_id,
        segmentId: segment.id,
        provider: upload.identifier,
        parts: upload.parts,
      });
      return toSegment(segment);
    });
  }

  showProgress(upload: UploadOf, progress: number): Promise<boolean> {
    return this.segments.showProgress(upload, progress);
  }

  async inForce(segmentId: string): Promise<string | null> {
    const segment = await this.transactions.of(SegmentEntity).findOneBy({ id: segmentId });
    return segment?.file_in_force ?? null;
  }

  /** Returns undefined when a newer upload has overtaken this one. */
  async finish(
    upload: UploadOf,
    counts: { external: number; internal: number },
  ): Promise<SegmentProcessed | undefined> {
    const processed = await this.segments.finish(upload, counts);
    return processed && toProcessed(processed);
  }

  moveInternalCounts(moves: { segment_id: string; by: 1 | -1 }[]): Promise<void> {
    return this.segments.moveInternalCounts(moves);
  }

  private async create(upload: FinishedUpload): Promise<SegmentEntity> {
    const most = this.config.SEGMENTS_AT_MOST;
    if ((await this.segments.countAlone()) >= most)
      throw new Problem('segments-too-many', `There are ${most} segments; delete one first.`);
    const id = newId();
    const segments = this.transactions.of(SegmentEntity);
    await segments.insert({
      id,
      name: upload.title,
      identifier: upload.identifier,
      file_name: upload.file_name,
      document_id: upload.document_id,
      state: 'pending',
      client_id: upload.by?.client_id ?? null,
    });
    return segments.findOneByOrFail({ id });
  }

  /** Retires the upload that waited. The upload in force stays until the new one replaces it. */
  private async renew(upload: FinishedUpload): Promise<SegmentEntity> {
    const id = upload.segment_id ?? '';
    const segment = isUuid(id)
      ? await this.segments.renew(id, {
          uploadId: upload.document_id,
          name: upload.title,
          identifier: upload.identifier,
          fileName: upload.file_name,
        })
      : undefined;
    if (!segment) throw segmentNotFound();
    demandOwner(segment, upload.by);
    await this.files.retire(id, ['waiting']);
    return segment;
  }
}
