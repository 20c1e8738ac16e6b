import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packedFor, readConsole, type ConsoleFile } from './console-files.js';

const hashed = /^assets\//;
const notBuilt = 'The console is not built. `npm start` builds it, and so does `npx nx build console`.';

/**
 * Serves the built console under /console. Every path below that is no file is a screen, so it gets the page. Only the page for
 * webhook subscribers, /console/portal, may stand in frames, and only in those of the sites named in `frames`.
 */
export function serveConsole(
  fastify: FastifyInstance,
  { frames = [], files = readConsole() }: { frames?: readonly string[]; files?: Map<string, ConsoleFile> } = {},
): void {
  const page = files.get('index.html');
  const origins = page === undefined ? [] : originsIn(page.content.toString());
  const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (page === undefined) return refuse(request, reply);
    const isPortal = /^\/console\/portal\/?(?:$|\?)/.test(request.url);
    const framedBy = isPortal ? frames : [];
    if (framedBy.length > 0) void reply.removeHeader('X-Frame-Options');
    void reply.headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy(origins, framedBy) });
    return sendFile(request, reply, page);
  };
  fastify.get('/console', { compress: false }, show);
  fastify.get<{ Params: { '*': string } }>('/console/*', { compress: false }, (request, reply) => {
    const path = request.params['*'];
    const file = files.get(path);
    if (file === undefined || path === 'index.html') return hashed.test(path) ? missing(path) : show(request, reply);
    void reply.header('Cache-Control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    return sendFile(request, reply, file);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  void reply.headers({ ETag: file.tag, Vary: 'Accept-Encoding' });
  if (request.headers['if-none-match']?.includes(file.tag)) return reply.code(304).send();
  const { encoding, body } = packedFor(file, request.headers['accept-encoding'] ?? '');
  if (encoding !== undefined) void reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send(body);
}

/** Inline scripts, inline styles and `eval` are all refused. Images of coupons and cards come from any site. */
function policy(origins: readonly string[], frames: readonly string[]): string {
  const own = ["'self'", ...origins].join(' ');
  return [
    `default-src 'none'; script-src ${own}; style-src ${own}; font-src ${own}; connect-src 'self'`,
    `img-src ${own} https: data:; base-uri 'none'; form-action 'none'`,
    `frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
  ].join('; ');
}

/** The other sites that the page loads its files from, if they were built for a CDN. */
function originsIn(html: string): string[] {
  const found = Array.from(html.matchAll(/(?:src|href)="(https?:\/\/[^"]+)"/g), ([, url = '']) => new URL(url).origin);
  return [...new Set(found)];
}

function missing(path: string): never {
  throw new Problem(
    'route-not-found',
    `The console has no file ${path}. A page that was open during an upgrade loads again.`,
  );
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.headers.accept?.includes('text/html') !== true) throw new Problem('route-not-found', notBuilt);
  return reply.code(404).type('text/plain; charset=utf-8').send(`${notBuilt}\n`);
}
