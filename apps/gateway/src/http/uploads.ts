import { Problem } from '@ces/contracts/problems';
import type { CallContext } from '@ces/messaging/calls/call-context';
import { mixin, type CallHandler, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, Transform, type Readable, type TransformCallback, type Writable } from 'node:stream';
import multer, { MulterError, type Options } from 'multer';
import type { Observable } from 'rxjs';
import { refuseUnlessEmpty } from './read-bodies.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes multipart/form-data, read by its `upload` interceptor. */
    multipart?: boolean;
  }
}

/** Fields, and what stands between the parts. */
const bytesBesideTheFile = 1_024 * 1_024;

/**
 * What multer and its storage engine take for the request. Not the request itself: multer would read that to its end,
 * however far away, before it tells of a refusal.
 */
export class UploadRequest extends Transform {
  readonly headers: IncomingHttpHeaders;
  /** multer's events would lose it on their way. */
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

  /** At once: a pipe that learned of it later would pause a request whose rest is being thrown away. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.raw.unpipe(this);
    super._destroy(error, done);
  }
}

export function fileMissing(): Problem {
  const detail = 'The form needs a part `file` with the CSV file and its file name.';
  return new Problem('form-malformed', detail, { errors: [{ pointer: '#/file', code: 'required', detail }] });
}

function formTooLarge(): Problem {
  return new Problem('body-too-large', 'The form is larger than its file may be.');
}

type UploadOptions = Options & { limits: { fileSize: number } };
type ReadForm = (request: UploadRequest, reply: unknown, done: (error?: unknown) => void) => void;

/** Leaves forms unread for the interceptor; routes that take none refuse them. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^multipart\/form-data/, (request: FastifyRequest, _payload, done) => {
    if (request.routeOptions.config.multipart === true) done(null);
    else refuseUnlessEmpty(request, done);
  });
}

/** Streams the one file of a form through multer into a storage engine; the other parts are the request's body. */
export function upload(part: string, options: UploadOptions): Type<NestInterceptor> {
  // A field named `x[100000000]` would become a list of that length, and whoever looks at the fields would walk through it.
  const settings = { ...options, limits: { ...options.limits, fieldNestingDepth: 0 }, streamHandler };
  // multer asks for Express' types and uses what a stream with headers has.
  const read = multer(settings).single(part) as unknown as ReadForm;
  class Upload implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<FastifyRequest & { file?: Express.Multer.File }>();
      const { body, file } = await readWith(
        read,
        new UploadRequest(request, options.limits.fileSize + bytesBesideTheFile),
      );
      request.body = body;
      if (file) request.file = file;
      return next.handle();
    }
  }
  return mixin(Upload);
}

function readWith(read: ReadForm, request: UploadRequest): Promise<UploadRequest> {
  return new Promise((resolve, reject) => {
    read(request, undefined, (error) => {
      request.destroy();
      if (error === undefined || error === null) resolve(request);
      else reject(refusalOf(error));
    });
  });
}

/** multer lets go of its parser as soon as it knows the outcome, and waits for the end or the death of the request then. */
function streamHandler(request: Readable, parser: Writable): void {
  parser.once('unpipe', () => request.destroy());
  // The engine of a file that is too large would wait for its end as well.
  parser.on('file', (_name: string, file: Readable) => {
    file.once('limit', () => file.destroy(new MulterError('LIMIT_FILE_SIZE')));
  });
  request.pipe(parser);
}

/** What a caller did wrong with the form; a fault of the storage engine stays what it is. */
function refusalOf(error: unknown): Error {
  if (error instanceof MulterError) {
    const tooLarge = error.code === 'LIMIT_FILE_SIZE' || error.code === 'LIMIT_FIELD_VALUE';
    return new Problem(tooLarge ? 'body-too-large' : 'form-malformed', error.message);
  }
  if (error instanceof Problem) return error;
  const parsing =
    error instanceof Error && /boundary|multipart|unexpected end of form|malformed part/i.test(error.message);
  if (parsing) return new Problem('form-malformed', error.message);
  return error instanceof Error ? error : new Error(String(error));
}
