import { CardIssue, finishImport, type IssuedCards } from '@ces/contracts/cards/card-administration';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { isForm } from '../http/body-kind.js';
import { fileMissing, upload } from '../http/uploads.js';
import type { StoredColumn } from '../http/column-engine.js';
import { checkStrictly } from '../http/check-pipe.js';
import { keyForm } from '../http/form-key.js';
import { CardNumbersEngine } from './card-numbers-engine.js';

/** A million numbers take their time to become cards. */
const patience = 600_000;
const limits = { fileSize: 512 * 1_024 * 1_024, files: 1, fields: 5, fieldSize: 1_024 };

type FormRequest = FastifyRequest & { file?: Express.Multer.File & StoredColumn };

/** Lets a route that takes JSON take a form with a CSV file instead. */
@Injectable()
export class CardNumbersUpload implements NestInterceptor {
  private readonly engine: CardNumbersEngine;
  private readonly reader: NestInterceptor;

  constructor(private readonly bus: Bus) {
    this.engine = new CardNumbersEngine(bus);
    this.reader = new (upload('file', { storage: this.engine, limits }))();
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return isForm(request) ? this.reader.intercept(context, next) : next.handle();
  }

  /** Makes cards of the numbers that came in, by the fields that came beside them. */
  async finish(request: FormRequest): Promise<IssuedCards> {
    const { file } = request;
    if (!file) throw fileMissing();
    const { import_id, count, digest } = file;
    try {
      const fields = { ...(request.body as object) };
      const issue = await checkStrictly(CardIssue, fields);
      keyForm(request.call, digest, fields);
      return await this.bus.call(finishImport, { ...issue, import_id, count }, { timeout: patience });
    } finally {
      await this.engine.drop(import_id);
    }
  }
}
