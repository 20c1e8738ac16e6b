import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { templateOf } from './similar-path.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Kept by `configOf`, because Fastify makes `routeOptions` anew at each look. */
    routeConfig: RouteConfig | null;
  }
  interface FastifyReply {
    /** They run when the request ends. */
    endings: Ending[] | null;
  }
}

type RouteConfig = FastifyContextConfig & { url?: string };
type Ending = (request: FastifyRequest, reply: FastifyReply) => void;

const seconds = new Histogram({
  name: 'ces_http_request_seconds',
  help: 'How long requests took, by route and class of the status, or aborted if the caller left without one; without a route: unmatched',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
});

let ended = 0;

/** How many requests of callers have ended at this gateway. */
export function endedRequests(): number {
  return ended;
}

export function countEnded(): void {
  ended += 1;
}

/** Counts each request by its route's pattern, never by its path, so that callers cannot make series. */
export function timeRequests(fastify: FastifyInstance): void {
  const series = new Map<string, ReturnType<typeof seconds.labels>>();
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const pattern = configOf(request).url;
    const given = statusOf(reply);
    const status = given === undefined ? 'aborted' : `${Math.floor(given / 100)}xx`;
    const key = `${status} ${request.method} ${pattern ?? ''}`;
    let bound = series.get(key);
    if (!bound) series.set(key, (bound = seconds.labels(routeOf(request), status)));
    bound.observe(reply.elapsedTime / 1_000);
    if (!isProbe(request)) countEnded();
  };
  fastify.decorateRequest('routeConfig', null);
  fastify.decorateReply('endings', null);
  fastify.addHook('onRequest', (_request, reply, done) => {
    atEnd(reply, observe);
    done();
  });
}

/**
 * Runs once for each request: when its answer is sent, or when the caller goes away before that. Fastify's `onResponse` runs
 * only when an answer is sent or fails. If a caller sends requests without waiting for the answers between them and goes away,
 * only the first of those without an answer ends here.
 */
export function atEnd(reply: FastifyReply, work: Ending): void {
  if (reply.endings) {
    reply.endings.push(work);
    return;
  }
  const endings = (reply.endings = [work]);
  reply.raw.on('close', () => {
    for (const end of endings) end(reply.request, reply);
  });
}

/** The status that the caller was told; undefined if it went away before. */
export function statusOf({ raw, statusCode }: FastifyReply): number | undefined {
  return raw.headersSent ? statusCode : undefined;
}

/** The method and the route's pattern, never the path. */
export function routeOf(request: FastifyRequest): string {
  const { url } = configOf(request);
  return url === undefined ? 'unmatched' : `${request.method} ${templateOf(url)}`;
}

/** Orchestrators ask these every few seconds. */
export function isProbe(request: FastifyRequest): boolean {
  const { url } = configOf(request);
  return url === '/livez' || url === '/readyz';
}

/** The configuration of the request's route. It has no `url` if no route answers. */
export function configOf(request: FastifyRequest): RouteConfig {
  return (request.routeConfig ??= request.routeOptions.config);
}
