import { CardIssue, finishImport, type IssuedCards } from '@ces/contracts/card-administration';
import { check } from '@ces/contracts/check';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/bus';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Observable } from 'rxjs';
import { upload } from '../http/uploads.js';
import { CardNumbersEngine, type StoredNumbers } from './card-numbers-engine.js';

/** A million numbers take their time to become cards. */
const patience = 600_000;
const limits = { fileSize: 512 * 1_024 * 1_024, files: 1, fields: 5, fieldSize: 1_024 };

type FormRequest = FastifyRequest & { file?: Express.Multer.File & StoredNumbers };

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
    if (!file) throw new Problem('form-malformed', 'The form needs a part `file` with the CSV file.');
    const { import_id, count, digest } = file;
    try {
      const fields = { ...(request.body as object) };
      const issue = await check(CardIssue, fields, 'refuse');
      const { idempotency } = request.call;
      // The edge has not seen the body of a form: what was sent under this key is known only now.
      if (idempotency) {
        const hash = createHash('sha256')
          .update(`${digest} ${JSON.stringify(fields)}`)
          .digest('base64url');
        request.call.idempotency = { scope: idempotency.scope, key: idempotency.key, hash };
      }
      return await this.bus.call(finishImport, { ...issue, import_id, count }, { timeout: patience });
    } finally {
      await this.engine.drop(import_id);
    }
  }
}

export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
}
