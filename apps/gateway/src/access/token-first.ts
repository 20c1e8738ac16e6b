import { TokenGuard } from '@ces/auth/token.guard';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyInstance } from 'fastify';
import { defaultBodyLimit } from '../http/bodies/read-bodies.js';

/**
 * Verifies the token before the body is read, on routes whose bodies may be large: callers without a token must not make
 * the gateway read and scan megabytes. Which scope the route needs is asked later, by its own guard.
 */
export function verifyTokensFirst(fastify: FastifyInstance, guard: TokenGuard): void {
  fastify.addHook('onRoute', (route) => {
    if ((route.config?.bodyLimit ?? 0) <= defaultBodyLimit) return;
    route.preParsing = (request, reply, payload, done) => {
      guard.canActivate(new ExecutionContextHost([request, reply], TokenGuard, anyRoute)).then(
        () => {
          done(null, payload);
        },
        (error: unknown) => {
          done(error as Error);
        },
      );
    };
  });
}

/** The guard looks for a route's needs at a class and its method; these have none. */
const anyRoute = (): undefined => undefined;
