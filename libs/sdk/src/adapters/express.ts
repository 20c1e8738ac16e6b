import { receive, type ReceiverOptions } from '../webhooks/receive.ts';
import type { HeadersLike } from '../webhooks/verify.ts';

/** The parts of Express's request that are used. */
interface ExpressRequest extends AsyncIterable<Uint8Array> {
  headers: HeadersLike;
  body?: unknown;
  rawBody?: unknown;
}

interface ExpressResponse {
  status(code: number): { end(): unknown };
}

/**
 * Middleware of a route, such as `app.post('/hooks', expressReceiver({ secrets }))`. It reads the body itself; if a parser comes
 * before it, that must be `express.raw` for `application/json`, or one that keeps `rawBody`.
 */
export function expressReceiver(options: ReceiverOptions) {
  return (request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void): void => {
    bytesOf(request)
      .then((raw) => receive(raw, request.headers, options))
      .then((status) => response.status(status).end())
      .catch(next);
  };
}

async function bytesOf(request: ExpressRequest): Promise<Uint8Array | string> {
  for (const kept of [request.rawBody, request.body])
    if (kept instanceof Uint8Array || typeof kept === 'string') return kept;
  if (request.body !== undefined && Object.keys(request.body as object).length > 0) {
    throw new Error('A parser has changed the body. Put this route before it, or use express.raw().');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const chunk of chunks) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  return all;
}
