import { CardIssue, finishImport, type IssuedCards } from '@ces/contracts/cards/card-administration';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { checkStrictly } from '../http/bodies/check-pipe.js';
import type { StoredColumn } from '../http/uploads/column-engine.js';
import { keyForm } from '../http/uploads/form-key.js';
import { fileMissing, FormReader } from '../http/uploads/form-reader.js';
import { CardNumbersEngine } from './card-numbers-engine.js';

/** The cards service needs minutes to make a million cards. */
const patience = 600_000;
const limits = { fileSize: 512 * 1_024 * 1_024, files: 1, fields: 5, fieldSize: 1_024 };

@Injectable()
export class CardUploadService {
  private readonly engine: CardNumbersEngine;
  private readonly reader: FormReader<StoredColumn>;

  constructor(private readonly bus: Bus) {
    this.engine = new CardNumbersEngine(bus);
    this.reader = new FormReader('file', { storage: this.engine, limits });
  }

  async upload(request: FastifyRequest): Promise<IssuedCards> {
    const { fields, file } = await this.reader.read(request);
    if (!file) throw fileMissing();
    const { uploadId, count, digest } = file;
    try {
      const issue = await checkStrictly(CardIssue, fields);
      keyForm(request.call, digest, fields);
      const wanted = { ...issue, import_id: uploadId, count };
      const issued = await this.bus.call(finishImport, wanted, { timeout: patience });
      // The recorded answer is about an earlier upload, so the service made no cards of this one.
      if (request.call.replayed) await this.engine.drop(uploadId);
      return issued;
    } catch (error) {
      await this.engine.drop(uploadId);
      throw error;
    }
  }
}
