import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { templateOf } from './similar-path.js';

const seconds = new Histogram({
  name: 'ces_http_request_seconds',
  help: 'How long requests took, by route and class of the status, or aborted if the caller left without one; without a route: unmatched',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
});

/** Counts each request by its route's pattern, never by its path, so that callers cannot make series. */
export function timeRequests(fastify: FastifyInstance): void {
  const series = new Map<string, ReturnType<typeof seconds.labels>>();
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const pattern = request.is404 ? undefined : request.routeOptions.url;
    const given = statusOf(reply);
    const status = given === undefined ? 'aborted' : `${Math.floor(given / 100)}xx`;
    const key = `${status} ${request.method} ${pattern ?? ''}`;
    let bound = series.get(key);
    if (!bound) series.set(key, (bound = seconds.labels(routeOf(request), status)));
    bound.observe(reply.elapsedTime / 1_000);
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    atEnd(reply, () => {
      observe(request, reply);
    });
    done();
  });
}

/**
 * Runs once for each request: when its answer is sent, or when the caller goes away before that. Fastify's `onResponse` runs
 * only when an answer is sent or fails. If a caller sends requests without waiting for the answers between them and goes away,
 * only the first of those without an answer ends here.
 */
export function atEnd({ raw }: FastifyReply, work: () => void): void {
  raw.once('close', work);
}

/** The status that the caller was told; undefined if it went away before. */
export function statusOf({ raw, statusCode }: FastifyReply): number | undefined {
  return raw.headersSent ? statusCode : undefined;
}

/** The method and the route's pattern, never the path. */
export function routeOf({ method, is404, routeOptions: { url } }: FastifyRequest): string {
  return is404 || url === undefined ? 'unmatched' : `${method} ${templateOf(url)}`;
}

/** Orchestrators ask these every few seconds. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/livez' || url === '/readyz';
}
