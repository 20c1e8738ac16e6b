import { Problem } from '@ces/contracts/problems';
import type { CallContext } from '@ces/messaging/call-context';
import { mixin, type CallHandler, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import multer, { MulterError, type Options } from 'multer';
import type { Observable } from 'rxjs';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes multipart/form-data, read by its `upload` interceptor. */
    multipart?: boolean;
  }
}

/** The raw request as a storage engine gets it: with the call, which multer's events would lose on their way. */
export type UploadRequest = IncomingMessage & { call: CallContext };

interface Uploaded {
  body: Record<string, unknown>;
  file?: Express.Multer.File;
}

type ReadForm = (request: IncomingMessage, reply: ServerResponse, done: (error?: unknown) => void) => void;

/** Leaves forms unread for the interceptor; routes that take none refuse them. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^multipart\/form-data/, (request: FastifyRequest, _payload, done) => {
    const taken = request.routeOptions.config.multipart === true;
    done(taken ? null : new Problem('media-type-unsupported', 'Send application/json.'));
  });
}

export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
}

/** Streams the one file of a form through multer into a storage engine; the other parts are the request's body. */
export function upload(part: string, options: Options): Type<NestInterceptor> {
  // multer asks for Express' types and uses what Node's own request has.
  const read = multer(options).single(part) as unknown as ReadForm;
  class Upload implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<FastifyRequest & { file?: Express.Multer.File }>();
      const reply = context.switchToHttp().getResponse<FastifyReply>();
      Object.assign(request.raw, { call: request.call });
      await new Promise<void>((resolve, reject) => {
        read(request.raw, reply.raw, (error) => {
          if (error === undefined || error === null) resolve();
          else reject(refusalOf(error));
        });
      });
      const { body, file } = request.raw as unknown as Uploaded;
      request.body = body;
      if (file) request.file = file;
      return next.handle();
    }
  }
  return mixin(Upload);
}

/** What a caller did wrong with the form; a fault of the storage engine stays what it is. */
function refusalOf(error: unknown): Error {
  if (error instanceof MulterError) {
    const tooLarge = error.code === 'LIMIT_FILE_SIZE' || error.code === 'LIMIT_FIELD_VALUE';
    return new Problem(tooLarge ? 'body-too-large' : 'form-malformed', error.message);
  }
  if (error instanceof Problem) return error;
  const parsing =
    error instanceof Error &&
    /boundary|multipart|unexpected end of form|malformed part|request aborted|request closed/i.test(error.message);
  if (parsing) return new Problem('form-malformed', error.message);
  return error instanceof Error ? error : new Error(String(error));
}
