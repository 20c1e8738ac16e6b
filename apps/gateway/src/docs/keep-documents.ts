import '@fastify/compress';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { gzipSync } from 'node:zlib';

const documents = new Set([
  '/openapi.json',
  '/asyncapi.json',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/docs/swagger-ui-init.js',
]);

interface Kept {
  type: string;
  text: string;
  packed: Buffer;
}

/** Builds and compresses each large document once. They need no token, and each request would cost 40 ms of CPU. */
export function keepDocuments(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    // Fastify derives the HEAD route from the GET route, with its hooks.
    if (documents.has(route.url) && route.method === 'GET') keep(route);
  });
}

function keep(route: RouteOptions): void {
  let kept: Kept | undefined;
  route.compress = false;
  route.preHandler = (_request, reply, done) => {
    if (kept) void reply.type(kept.type).send(kept.text);
    else done();
  };
  route.onSend = (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      done();
      return;
    }
    kept ??= { type: String(reply.getHeader('Content-Type')), text: payload, packed: gzipSync(payload) };
    vary(reply);
    if (!takesGzip(request.headers['accept-encoding'])) {
      done();
      return;
    }
    void reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
    done(null, kept.packed);
  };
}

function vary(reply: FastifyReply): void {
  const others = reply.getHeader('Vary');
  void reply.header('Vary', others === undefined ? 'Accept-Encoding' : `${String(others)}, Accept-Encoding`);
}

function takesGzip(accepted: string | string[] = ''): boolean {
  return /(^|[\s,])gzip\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(String(accepted));
}
