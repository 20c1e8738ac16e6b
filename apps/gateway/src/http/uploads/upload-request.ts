import { Problem } from '@ces/contracts/problems';
import type { CallContext } from '@ces/messaging/calls/call-context';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, Transform, type TransformCallback } from 'node:stream';

/**
 * Stands for the request in multer and its storage engine. multer would read the real request to its end before it tells
 * about a refusal.
 */
export class UploadRequest extends Transform {
  readonly headers: IncomingHttpHeaders;
  /** multer's events lose the async context, so the call travels here. */
  readonly call: CallContext;
  body: unknown;
  file?: Express.Multer.File;
  private readonly raw: IncomingMessage;

  constructor(
    request: FastifyRequest,
    private bytesLeft: number,
  ) {
    super();
    const { raw, call } = request;
    this.headers = raw.headers;
    this.call = call;
    this.raw = raw;
    if (Number(raw.headers['content-length'] ?? 0) > bytesLeft) this.destroy(formTooLarge());
    else raw.pipe(this);
    request.onLate = (problem) => this.destroy(problem);
    finished(raw, { writable: false }, (error) => {
      if (error) this.destroy(new Problem('form-malformed', 'The form ended before it was whole.'));
    });
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.bytesLeft -= chunk.length;
    if (this.bytesLeft < 0) done(formTooLarge());
    else done(null, chunk);
  }

  /** Unpipes at once. A pipe that stays would pause the request, whose rest is being read and thrown away. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.raw.unpipe(this);
    super._destroy(error, done);
  }
}

function formTooLarge(): Problem {
  return new Problem('body-too-large', 'The form is larger than its file may be.');
}
