import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { templateOf } from './similar-path.js';

const seconds = new Histogram({
  name: 'ces_http_request_seconds',
  help: 'How long requests took, by route and class of the status; requests without a route count as unmatched',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
});

/** Counts each request by its route's pattern, never by its path, so that callers cannot make series. */
export function timeRequests(fastify: FastifyInstance): void {
  const series = new Map<string, ReturnType<typeof seconds.labels>>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions;
    const pattern = request.is404 ? undefined : url;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const key = `${status} ${request.method} ${pattern ?? ''}`;
    let bound = series.get(key);
    if (!bound) series.set(key, (bound = seconds.labels(routeOf(request), status)));
    bound.observe(reply.elapsedTime / 1_000);
    done();
  });
}

/** The method and the route's pattern, never the path. */
export function routeOf({ method, is404, routeOptions: { url } }: FastifyRequest): string {
  return is404 || url === undefined ? 'unmatched' : `${method} ${templateOf(url)}`;
}

/** Orchestrators ask these every few seconds. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/livez' || url === '/readyz';
}
