import { beginCodeImport, type BegunCodeImport } from '@ces/contracts/campaigns/coupon-codes';
import { getCoupon } from '@ces/contracts/campaigns/coupons';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { StoredColumn } from '../http/uploads/column-engine.js';
import { keyForm } from '../http/uploads/form-key.js';
import { fileMissing, FormReader } from '../http/uploads/form-reader.js';
import { CodesEngine } from './codes-engine.js';

const patience = 30_000;
const limits = { fileSize: 512 * 1_024 * 1_024, files: 1, fields: 0, parts: 1 };

/** Streams a file of codes through; no process holds it whole. */
@Injectable()
export class CodeUploadService {
  private readonly engine: CodesEngine;
  private readonly reader: FormReader<StoredColumn>;

  constructor(private readonly bus: Bus) {
    this.engine = new CodesEngine(bus);
    this.reader = new FormReader('file', { storage: this.engine, limits });
  }

  async upload(request: FastifyRequest, id: string): Promise<BegunCodeImport> {
    // Refuses before the file is read, unless a recorded answer may exist.
    if (!request.call.idempotency) await withoutKey(() => this.bus.call(getCoupon, { id }));
    const { file } = await this.reader.read(request);
    if (!file) throw fileMissing();
    const { uploadId, parts, digest } = file;
    try {
      keyForm(request.call, digest, {});
      const begun = await this.bus.call(beginCodeImport, { id, import_id: uploadId, parts }, { timeout: patience });
      // The recorded answer is about an earlier upload, so the service does not import this one.
      if (request.call.replayed) await this.engine.drop(uploadId);
      return begun;
    } catch (error) {
      await this.engine.drop(uploadId);
      throw error;
    }
  }
}
