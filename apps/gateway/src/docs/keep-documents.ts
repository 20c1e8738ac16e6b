import '@fastify/compress';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { gzipSync } from 'node:zlib';

const isDocument = (url: string): boolean => /^\/((openapi|asyncapi)\.json|docs(\/.*)?|problems)$/.test(url);

interface Kept {
  headers: Record<string, string>;
  text: string;
  packed: Buffer;
}

/** Builds and compresses each large document once. They need no token, and each request would cost 40 ms of CPU. */
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
    kept ??= { headers: headersOf(reply), text: payload, packed: gzipSync(payload) };
    vary(reply);
    if (!takesGzip(request.headers['accept-encoding'])) {
      done();
      return;
    }
    void reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
    done(null, kept.packed);
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

function takesGzip(accepted: string | string[] = ''): boolean {
  return /(^|[\s,])gzip\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(String(accepted));
}
