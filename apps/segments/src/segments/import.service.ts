import { getProvider } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import type { ExternalSegment, FinishedUpload } from '@ces/contracts/segments/segments';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { complete, retire } from '../files/file-states.js';
import { MatchWorker } from '../matching/match-worker.js';
import { SegmentsConfig } from '../segments.config.js';
import { demandOwner, segmentNotFound, toSegment, type StoredSegment } from './stored-segments.js';

@Injectable()
export class ImportService {
  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly worker: MatchWorker,
    private readonly config: SegmentsConfig,
  ) {}

  /** Rows 28 and 31: the file that was uploaded becomes the newest of a segment, and is processed from now on. */
  async import(upload: FinishedUpload): Promise<ExternalSegment> {
    await this.demandProvider(upload.identifier);
    return this.transactions.run(async (tx) => {
      const segment = upload.segment_id === undefined ? await this.create(tx, upload) : await renew(tx, upload);
      await complete(tx, upload, segment.id);
      afterCommit(() => {
        this.worker.wake();
      });
      return toSegment(segment);
    });
  }

  private async create(tx: EntityManager, upload: FinishedUpload): Promise<StoredSegment> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('number of segments', 0))`);
    const [counted] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM segment');
    const most = this.config.SEGMENTS_AT_MOST;
    if (Number(counted?.n) >= most)
      throw new Problem('segments-too-many', `There are ${most} segments; delete one first.`);
    return insert(tx, upload);
  }

  private async demandProvider(name: string): Promise<void> {
    try {
      await withoutKey(() => this.bus.call(getProvider, { name }));
    } catch (error) {
      const unknown =
        error instanceof Problem && (error.code === 'provider-not-found' || error.code === 'validation-failed');
      if (!unknown) throw error;
      throw new Problem('segment-identifier-unknown', 'identifier: there is no provider of this name.', {
        errors: [{ pointer: '#/identifier', code: 'provider', detail: 'names no configured provider' }],
      });
    }
  }
}

async function insert(tx: EntityManager, upload: FinishedUpload): Promise<StoredSegment> {
  const [created] = await tx.query<StoredSegment[]>(
    `INSERT INTO segment (id, name, identifier, file_name, document_id, state, client_id)
     VALUES ($1, $2, $3, $4, $5, 'pending', $6) RETURNING *`,
    [newId(), upload.title, upload.identifier, upload.file_name, upload.document_id, upload.by?.client_id ?? null],
  );
  if (!created) throw new Error('the segment was not stored');
  return created;
}

/** What waited to be processed is overtaken; what is in force stays until the new file is. The owner stays, too. */
async function renew(tx: EntityManager, upload: FinishedUpload): Promise<StoredSegment> {
  const id = upload.segment_id ?? '';
  const [rows] = isUuid(id)
    ? await tx.query<[StoredSegment[], number]>(
        `UPDATE segment SET name = $2, identifier = $3, file_name = $4, document_id = $5, state = 'pending',
           progress = 0, updated_at = now() WHERE id = $1 RETURNING *`,
        [id, upload.title, upload.identifier, upload.file_name, upload.document_id],
      )
    : [[]];
  const [segment] = rows;
  if (!segment) throw segmentNotFound();
  demandOwner(segment, upload.by);
  await retire(tx, id, ['waiting']);
  return segment;
}
