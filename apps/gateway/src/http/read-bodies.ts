import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { tooDeep } from './nesting.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyLimit?: number;
  }
}

export const defaultBodyLimit = 64 * 1_024;

/**
 * JSON bodies stay bytes here: what is for a DTO is parsed by its pipe, client data travels on as it came.
 * Bytes are only counted, and checked to be UTF-8 and not nested absurdly.
 */
export function readBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/([\w.-]+\+)?json($|[\s;])/i,
    (request: FastifyRequest, payload: IncomingMessage, done: Done) => {
      const limit = request.routeOptions.config.bodyLimit ?? defaultBodyLimit;
      readUpTo(request, payload, limit).then(
        (body) => {
          done(null, body);
        },
        (error: unknown) => {
          done(error as Error);
        },
      );
    },
  );
}

type Done = (error: Error | null, body?: unknown) => void;

/** Of a GET: Fastify leaves it alone, and almost nobody sends one. */
export function bodyOfGet(request: FastifyRequest): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const sent = encoding !== undefined || Number(length ?? 0) > 0;
  return sent ? readUpTo(request, request.raw, defaultBodyLimit) : Promise.resolve(Buffer.alloc(0));
}

function readUpTo(request: FastifyRequest, payload: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        payload.off('data', take).pause();
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    };
    payload.on('data', take);
    payload.on('end', () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      if (!isUtf8(body)) reject(new Problem('malformed-json', 'The body is not UTF-8.'));
      else if (tooDeep(body)) reject(new Problem('nesting-too-deep', 'The JSON may be nested 64 deep at the most.'));
      else resolve(body);
    });
    payload.on('error', reject);
    payload.on('close', () => {
      if (!payload.readableEnded) reject(new Problem('malformed-json', 'The body ended before it was whole.'));
    });
  });
}

function tooLarge(limit: number): Problem {
  return new Problem('body-too-large', `The body may have ${limit} bytes at the most.`);
}
