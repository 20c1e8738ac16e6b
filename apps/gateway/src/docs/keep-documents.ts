import '@fastify/compress';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptedEncoding, type Encoding } from '../http/parameters/accepted-encoding.js';

const isDocument = (url: string): boolean => /^\/((openapi|asyncapi)\.json|docs(\/.*)?|problems)$/.test(url);

interface Kept {
  headers: Record<string, string>;
  text: string;
  packed: Partial<Record<Encoding, Buffer>>;
}

/** A higher quality would take seconds for the largest document, and save a few percent. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const packs = { br: (text: string) => brotliCompressSync(text, brotli), gzip: (text: string) => gzipSync(text) };

/** Builds each large document once, and compresses it once for each encoding. They need no token, and each request would cost 40 ms of CPU. */
export function keepDocuments(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    // Fastify derives the HEAD route from the GET route, with its hooks.
    if (isDocument(route.url) && route.method === 'GET') keep(route);
  });
}

function keep(route: RouteOptions): void {
  let kept: Kept | undefined;
  route.compress = false;
  route.preHandler = (_request, reply, done) => {
    if (kept) void reply.headers(kept.headers).send(kept.text);
    else done();
  };
  route.onSend = (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      done();
      return;
    }
    kept ??= { headers: headersOf(reply), text: payload, packed: {} };
    vary(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) {
      done();
      return;
    }
    void reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    done(null, (kept.packed[encoding] ??= packs[encoding](kept.text)));
  };
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const names = ['Content-Type', 'Content-Language', 'Content-Security-Policy'];
  return Object.fromEntries(names.map((name) => [name, String(reply.getHeader(name))]));
}

function vary(reply: FastifyReply): void {
  const others = reply.getHeader('Vary');
  void reply.header('Vary', others === undefined ? 'Accept-Encoding' : `${String(others)}, Accept-Encoding`);
}
