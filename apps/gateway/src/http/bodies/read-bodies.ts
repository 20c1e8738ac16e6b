import { malformedJson, Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { configOf } from '../routing/time-requests.js';
import { hasBody } from './body-kind.js';
import { refuseUnkept } from './scan-json.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyLimit?: number;
    /** Names the body in the refusal of one that is too large; `The body` by default. */
    bodyName?: string;
    /** The route itself refuses the items of its body that a parser or database would alter. */
    refusesItems?: boolean;
  }
}

export const defaultBodyLimit = 64 * 1_024;

const json = /^application\/([\w.-]+\+)?json($|[\s;])/i;
const structuredEvent = /^application\/cloudevents/i;
/** A type and a subtype (RFC 9110, 8.3.1). */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/**
 * Reads JSON bodies as bytes. A pipe parses the body of a DTO later, and a client's data travels on unaltered. This
 * function only counts the bytes, and refuses text that is not UTF-8 or that a parser or database would alter.
 */
export function readBodies(fastify: FastifyInstance): void {
  forgetMalformedTypes(fastify);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(json, (request: FastifyRequest, _payload, done: Done) => {
    if (structuredEvent.test(request.headers['content-type'] ?? '')) refuseUnlessEmpty(request, done);
    else finish(readJson(request), done);
  });
  // An empty body of any content type counts as no body.
  fastify.addContentTypeParser('*', (request: FastifyRequest, _payload, done: Done) => {
    refuseUnlessEmpty(request, done);
  });
}

/** A malformed Content-Type counts as none. Fastify would refuse the request without a look at its body, which may be empty. */
function forgetMalformedTypes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ method, raw: { headers } }, _reply, done) => {
    const type = headers['content-type'];
    if (type !== undefined && !mediaType.test(type)) delete headers['content-type'];
    // Fastify refuses a QUERY without a type before it sees that no route takes QUERY.
    if (method === 'QUERY') headers['content-type'] ??= 'application/octet-stream';
    done();
  });
}

export function readAnyBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request: FastifyRequest, _payload, done: Done) => {
    finish(
      readUpTo(request, defaultBodyLimit, () => tooLarge(defaultBodyLimit, 'The body')),
      done,
    );
  });
}

/** Fastify does not read the body of a GET, so the route reads it here, by the rules of other bodies. */
export function bodyOfGet(request: FastifyRequest): Promise<Buffer> {
  if (!hasBody(request.raw)) return Promise.resolve(Buffer.alloc(0));
  const type = request.headers['content-type'] ?? '';
  if (!json.test(type) || structuredEvent.test(type)) return readUpTo(request, 0, () => unsupported(request));
  return readJson(request);
}

export function refuseUnlessEmpty(request: FastifyRequest, done: Done): void {
  finish(
    readUpTo(request, 0, () => unsupported(request)),
    done,
  );
}

type Done = (error: Error | null, body?: unknown) => void;

function finish(body: Promise<Buffer>, done: Done): void {
  body.then(
    (bytes) => {
      done(null, bytes);
    },
    (error: unknown) => {
      done(error as Error);
    },
  );
}

function readJson(request: FastifyRequest): Promise<Buffer> {
  const { bodyLimit = defaultBodyLimit, bodyName = 'The body', refusesItems = false } = configOf(request);
  return readUpTo(request, bodyLimit, () => tooLarge(bodyLimit, bodyName)).then((body) => {
    if (!isUtf8(body)) throw malformedJson('The body is not UTF-8.');
    if (!refusesItems) refuseUnkept(body);
    return body;
  });
}

function readUpTo(request: FastifyRequest, limit: number, refusal: () => Problem): Promise<Buffer> {
  const { raw } = request;
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(refusal());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (problem: Problem): void => {
      raw.off('data', take).off('end', end).pause();
      reject(problem);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) stop(refusal());
      else chunks.push(chunk);
    };
    const end = (): void => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    request.onLate = stop;
    raw.on('data', take);
    raw.on('end', end);
    raw.on('error', reject);
    raw.on('close', () => {
      if (!raw.readableEnded) reject(malformedJson('The body ended before it was whole.'));
    });
  });
}

function tooLarge(limit: number, name: string): Problem {
  return new Problem('body-too-large', `${name} may have ${limit} bytes at the most.`);
}

function unsupported(request: FastifyRequest): Problem {
  const type = request.headers['content-type'] ?? '';
  if (structuredEvent.test(type)) {
    const detail = 'Send CloudEvents in binary mode: the data as application/json, the attributes as ce- headers.';
    return new Problem('media-type-unsupported', detail);
  }
  return wrongType(type, configOf(request).multipart === true ? 'a form' : 'JSON');
}

const rightTypes = {
  JSON: 'a JSON body with Content-Type: application/json',
  'a form': 'a form with Content-Type: multipart/form-data, as curl -F sends it',
} as const;

export function wrongType(type: string, wanted: keyof typeof rightTypes): Problem {
  const sent = type === '' ? 'has a body without a valid Content-Type' : `has the Content-Type ${type.slice(0, 100)}`;
  const curl = type.startsWith('application/x-www-form-urlencoded')
    ? ' (curl -d sends that unless told otherwise)'
    : '';
  return new Problem('media-type-unsupported', `Send ${rightTypes[wanted]}. The request ${sent}${curl}.`);
}
