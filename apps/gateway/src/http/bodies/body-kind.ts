import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
}

/** True if the request has no body, or an empty one of any content type. */
export function isEmpty({ body }: FastifyRequest): boolean {
  return !Buffer.isBuffer(body) || body.length === 0;
}
