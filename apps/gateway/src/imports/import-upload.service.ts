import { beginImport, type BegunImport } from '@ces/contracts/identity/imports/members';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isEmpty, isForm } from '../http/bodies/body-kind.js';
import { checkStrictly } from '../http/bodies/check-pipe.js';
import { wrongType } from '../http/bodies/read-bodies.js';
import type { StoredColumn } from '../http/uploads/column-engine.js';
import { keyForm } from '../http/uploads/form-key.js';
import { fileMissing, FormReader } from '../http/uploads/form-reader.js';
import { ImportForm } from './import-form.js';
import { MembersEngine } from './members-engine.js';

const limits = { fileSize: 4 * 1_024 ** 3, files: 1, fields: 5, fieldSize: 4_096, parts: 6 };
const patience = 30_000;

/** Streams a file of members through; no process holds it whole. */
@Injectable()
export class ImportUploadService {
  private readonly engine: MembersEngine;
  private readonly reader: FormReader<StoredColumn>;

  constructor(private readonly bus: Bus) {
    this.engine = new MembersEngine(bus);
    this.reader = new FormReader('file', { storage: this.engine, limits, defParamCharset: 'utf8' });
  }

  async upload(request: FastifyRequest, dryRun: boolean): Promise<BegunImport> {
    if (!isForm(request) && isEmpty(request)) throw fileMissing();
    if (!isForm(request)) throw wrongType(request.headers['content-type'] ?? '', 'a form');
    const { fields, file } = await this.reader.read(request);
    if (!file) throw fileMissing();
    const { uploadId, parts, digest } = file;
    try {
      const form = await checkStrictly(ImportForm, fields);
      const format = form.format ?? (/\.csv$/i.test(file.originalname) ? 'csv' : 'ndjson');
      keyForm(request.call, digest, { format, dryRun });
      const wanted = { import_id: uploadId, parts, format, dry_run: dryRun };
      const begun = await this.bus.call(beginImport, wanted, { timeout: patience });
      // The recorded answer is about an earlier upload, so the service does not import this one.
      if (request.call.replayed) await this.engine.drop(uploadId);
      return begun;
    } catch (error) {
      await this.engine.drop(uploadId);
      throw error;
    }
  }
}
