import { TokenGuard } from '@ces/auth/token.guard';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyInstance } from 'fastify';
import { defaultBodyLimit } from '../http/bodies/read-bodies.js';

/**
 * On routes with large bodies, verifies the token before the body is read: callers without a token must not make the
 * gateway read and scan megabytes. The route's own guard checks the scope later.
 */
export function verifyTokensFirst(fastify: FastifyInstance, guard: TokenGuard): void {
  fastify.addHook('onRoute', (route) => {
    if ((route.config?.bodyLimit ?? 0) <= defaultBodyLimit) return;
    route.preParsing = (request, reply, payload, done) => {
      const context = new ExecutionContextHost([request, reply], TokenGuard, anyRoute);
      Promise.resolve(guard.canActivate(context)).then(
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

/** The guard reads the needed scope from a class and its method; this function needs none. */
const anyRoute = (): undefined => undefined;
