import type { AccessToken } from '@ces/auth/access-token';
import { faulty, Problem } from '@ces/contracts/problems';
import { getSegment, importSegment, SegmentForm, type ExternalSegment } from '@ces/contracts/segments/segments';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { StoredColumn } from '../http/column-engine.js';
import { isForm } from '../http/body-kind.js';
import { checkTolerantly } from '../http/check-pipe.js';
import { keyForm } from '../http/form-key.js';
import { changerOf } from '../http/tokens.js';
import { fileMissing, upload } from '../http/uploads.js';
import { IdentifiersEngine } from './identifiers-engine.js';

const limits = { fileSize: 512 * 1_024 * 1_024, files: 1, fields: 10, fieldSize: 4_096, parts: 11 };
const longestFileName = 255;
/** A file that took minutes to come in is not thrown away for want of some seconds. */
const patience = 30_000;

export type SegmentFormRequest = FastifyRequest & { user: AccessToken; file?: Express.Multer.File & StoredColumn };

/** Rows 28 and 31: a form with a CSV file, whose other parts may come before it or after it. */
@Injectable()
export class SegmentUpload implements NestInterceptor {
  private readonly engine: IdentifiersEngine;
  private readonly reader: NestInterceptor;

  constructor(private readonly bus: Bus) {
    this.engine = new IdentifiersEngine(bus);
    this.reader = new (upload('file', { storage: this.engine, limits, defParamCharset: 'utf8' }))();
  }

  /** A file for a segment that is not there, or not the client's, need not be read; a key may be answered by what was once. */
  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Params: { segment_id?: string } }> & { user: AccessToken }>();
    if (!isForm(request)) throw new Problem('media-type-unsupported', 'Send multipart/form-data.');
    const { segment_id } = request.params;
    const keyed = request.call.idempotency !== undefined;
    const by = changerOf(request.user);
    if (segment_id !== undefined && !keyed) await withoutKey(() => this.bus.call(getSegment, { segment_id, by }));
    return this.reader.intercept(context, next);
  }

  /** Makes a segment of what came in, or renews one. */
  async finish(request: SegmentFormRequest, segment_id?: string): Promise<ExternalSegment> {
    const { file } = request;
    if (!file) throw fileMissing();
    const { import_id: document_id, parts, digest } = file;
    const file_name = nameOf(file);
    try {
      const fields = { ...(request.body as object) };
      const form = await checkTolerantly(SegmentForm, fields);
      demandId(form, segment_id);
      keyForm(request.call, digest, { ...form, file_name });
      const target = segment_id === undefined ? {} : { segment_id };
      const wanted = { ...form, ...target, document_id, parts, file_name, by: changerOf(request.user) };
      return await this.bus.call(importSegment, wanted, { timeout: patience });
    } finally {
      await this.engine.drop(document_id);
    }
  }
}

/** Row 31 shows the id in the form, too. */
function demandId({ id }: SegmentForm, segmentId: string | undefined): void {
  if (segmentId === undefined || id === undefined || id.toLowerCase() === segmentId.toLowerCase()) return;
  throw faulty('validation-failed', [{ pointer: '#/id', code: 'id', detail: 'must be the id of the path' }]);
}

/** As text that can be shown and stored. */
function nameOf({ originalname }: Express.Multer.File): string {
  return [...originalname.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, longestFileName).join('');
}
