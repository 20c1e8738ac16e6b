import type { AccessToken } from '@ces/auth/access-token';
import { faulty } from '@ces/contracts/problems';
import { getSegment, importSegment, SegmentForm, type ExternalSegment } from '@ces/contracts/segments/segments';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { changerOf, changerOfMade } from '../access/tokens.js';
import { isEmpty, isForm } from '../http/bodies/body-kind.js';
import { checkTolerantly } from '../http/bodies/check-pipe.js';
import { wrongType } from '../http/bodies/read-bodies.js';
import { hintProviders } from '../http/problems/hint-providers.js';
import type { StoredColumn } from '../http/uploads/column-engine.js';
import { keyForm } from '../http/uploads/form-key.js';
import { fileMissing, formMissing, FormReader } from '../http/uploads/form-reader.js';
import { IdentifiersEngine } from './identifiers-engine.js';

const limits = { fileSize: 512 * 1_024 * 1_024, files: 1, fields: 10, fieldSize: 4_096, parts: 11 };
const longestFileName = 255;
/** A file may take minutes to come in, so the call that imports it may take half a minute. */
const patience = 30_000;

export type SegmentRequest = FastifyRequest & { user: AccessToken };

/** Rows 28 and 31: a form with a CSV file. The other parts may come before the file or after it. */
@Injectable()
export class SegmentUploadService {
  private readonly engine: IdentifiersEngine;
  private readonly reader: FormReader<StoredColumn>;

  constructor(private readonly bus: Bus) {
    this.engine = new IdentifiersEngine(bus);
    this.reader = new FormReader('file', { storage: this.engine, limits, defParamCharset: 'utf8' });
  }

  /** Makes a segment of the uploaded file, or renews the segment with this id. */
  async upload(request: SegmentRequest, segmentId?: string): Promise<ExternalSegment> {
    if (!isForm(request) && isEmpty(request)) throw await formMissing(SegmentForm);
    if (!isForm(request)) throw wrongType(request.headers['content-type'] ?? '', 'a form');
    await this.demandSegment(request, segmentId);
    const form = await this.reader.read(request);
    if (!form.file) throw fileMissing();
    const { uploadId } = form.file;
    try {
      const segment = await this.import(request, form.fields, form.file, segmentId);
      // The recorded answer is about an earlier upload, so the service did not import this one.
      if (request.call.replayed) await this.engine.drop(uploadId);
      return segment;
    } catch (error) {
      await this.engine.drop(uploadId);
      throw error;
    }
  }

  /**
   * Refuses, before the file is read, a segment that does not exist or belongs to another client. A request with an
   * idempotency key is not refused here, because a recorded answer may exist.
   */
  private async demandSegment({ call, user }: SegmentRequest, segment_id: string | undefined): Promise<void> {
    if (segment_id === undefined || call.idempotency !== undefined) return;
    await withoutKey(() => this.bus.call(getSegment, { segment_id, by: changerOfMade(user) }));
  }

  private async import(
    { call, user }: SegmentRequest,
    fields: object,
    file: Express.Multer.File & StoredColumn,
    segmentId: string | undefined,
  ): Promise<ExternalSegment> {
    const { uploadId, parts, digest } = file;
    const file_name = nameOf(file);
    const form = await checkTolerantly(SegmentForm, fields);
    demandId(form, segmentId);
    keyForm(call, digest, { ...form, file_name });
    const target =
      segmentId === undefined ? { by: changerOf(user) } : { segment_id: segmentId, by: changerOfMade(user) };
    const wanted = { ...form, ...target, document_id: uploadId, parts, file_name };
    return hintProviders(this.bus, form.identifier, this.bus.call(importSegment, wanted, { timeout: patience }));
  }
}

/** Row 31 has the id in the form and in the path. */
function demandId({ id }: SegmentForm, segmentId: string | undefined): void {
  if (segmentId === undefined || id === undefined || id.toLowerCase() === segmentId.toLowerCase()) return;
  throw faulty('validation-failed', [{ pointer: '#/id', code: 'id', detail: 'must be the id of the path' }]);
}

/** Keeps the part of a file name that can be stored and shown. */
function nameOf({ originalname }: Express.Multer.File): string {
  return [...originalname.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, longestFileName).join('');
}
