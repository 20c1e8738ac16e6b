import { check } from '@ces/contracts/check';
import { fragmentStep } from '@ces/contracts/json/escape-step';
import { faulty, Problem, type Fault } from '@ces/contracts/problems';
import type { Class } from '@ces/contracts/rpc';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import multer, { MulterError, type Options } from 'multer';
import type { Readable, Writable } from 'node:stream';
import { refuseUnlessEmpty } from '../bodies/read-bodies.js';
import { UploadRequest } from './upload-request.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes multipart/form-data and reads it with a `FormReader`. */
    multipart?: boolean;
  }
}

/** Room for the fields, and for the lines between the parts. */
const bytesBesideTheFile = 1_024 * 1_024;

export type FormOptions = Options & { limits: { fileSize: number } };

export interface Form<Stored extends object> {
  fields: object;
  file: (Express.Multer.File & Stored) | undefined;
}

type ReadForm = (request: UploadRequest, reply: unknown, done: (error?: unknown) => void) => void;

/** Leaves a form unread for its route. A route that takes no forms refuses it. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^multipart\/form-data/, (request: FastifyRequest, _payload, done) => {
    if (request.routeOptions.config.multipart === true) done(null);
    else refuseUnlessEmpty(request, done);
  });
}

/** Reads forms with one file. multer streams the file into a storage engine, which returns `Stored`. */
export class FormReader<Stored extends object> {
  private readonly maxBytes: number;
  private readonly multer: ReadForm;

  constructor(part: string, options: FormOptions) {
    this.maxBytes = options.limits.fileSize + bytesBesideTheFile;
    // A depth above 0 would turn a field named `x[100000000]` into a list of that length, which takes long to walk through.
    const settings = { ...options, limits: { ...options.limits, fieldNestingDepth: 0 }, streamHandler };
    // multer's types name Express' request; it uses only what a stream with headers has.
    this.multer = multer(settings).single(part) as unknown as ReadForm;
  }

  read(request: FastifyRequest): Promise<Form<Stored>> {
    const form = new UploadRequest(request, this.maxBytes);
    return new Promise((resolve, reject) => {
      this.multer(form, undefined, (error) => {
        form.destroy();
        if (error !== undefined && error !== null) reject(refusalOf(error));
        else resolve({ fields: { ...(form.body as object) }, file: form.file as Form<Stored>['file'] });
      });
    });
  }
}

const noFile = 'The form needs a part `file` with the CSV file and its file name.';

/** Names all that a request without a body lacks: the fields of this class, and the file. */
export async function formMissing(fields: Class<object>): Promise<Problem> {
  const missing = await check(fields, {}, 'ignore').then(
    () => [],
    (error: unknown) => (error instanceof Problem ? (error.extras.errors ?? []) : []),
  );
  return faulty('validation-failed', [...missing, { pointer: '#/file', code: 'required', detail: noFile }]);
}

export function fileMissing(): Problem {
  const detail = noFile;
  return new Problem('form-malformed', detail, { errors: [{ pointer: '#/file', code: 'required', detail }] });
}

function strangeFile(part: string): Problem {
  const detail = 'The form has one file, in the part `file`.';
  return new Problem('form-malformed', detail, {
    errors: [{ pointer: pointerTo(part), code: 'unknown-field', detail }],
  });
}

function pointerTo(part: string): string {
  return `#/${fragmentStep(part.slice(0, 100))}`;
}

/** busboy decodes bytes that are not UTF-8 to U+FFFD and does not tell, so this character is refused too. */
function faultOfField(name: string, value: string, seen: Set<string>): Fault | undefined {
  const pointer = pointerTo(name);
  if (`${name}${value}`.includes('\uFFFD'))
    return { pointer, code: 'text', detail: 'must be UTF-8, and may not hold U+FFFD, which stands for other bytes' };
  if (seen.has(name)) return { pointer, code: 'repeated', detail: 'was sent twice; send it once' };
  seen.add(name);
  return undefined;
}

/** multer drops its parser as soon as it knows the outcome, but then waits until the request ends or is destroyed. */
function streamHandler(request: Readable, parser: Writable): void {
  parser.once('unpipe', () => request.destroy());
  const seen = new Set<string>();
  parser.on('field', (name: string | undefined, value: string) => {
    // multer refuses a field without a name, and its parser goes on until the next turn.
    if (name === undefined) return;
    const fault = faultOfField(name, value, seen);
    if (fault) parser.destroy(faulty('form-malformed', [fault]));
  });
  // The engine would wait for the end of a file that is too large.
  parser.on('file', (_name: string, file: Readable) => {
    file.once('limit', () => file.destroy(new MulterError('LIMIT_FILE_SIZE')));
  });
  request.pipe(parser);
}

/** Translates multer's errors about the form into Problems. Errors of the storage engine stay as they are. */
function refusalOf(error: unknown): Error {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_UNEXPECTED_FILE') return strangeFile(error.field ?? '');
    const tooLarge = error.code === 'LIMIT_FILE_SIZE' || error.code === 'LIMIT_FIELD_VALUE';
    return new Problem(tooLarge ? 'body-too-large' : 'form-malformed', error.message);
  }
  if (error instanceof Problem) return error;
  const parsing =
    error instanceof Error && /boundary|multipart|unexpected end of form|malformed part/i.test(error.message);
  if (parsing) return new Problem('form-malformed', error.message);
  return error instanceof Error ? error : new Error(String(error));
}
