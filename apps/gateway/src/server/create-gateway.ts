import { TokenGuard } from '@ces/auth/token.guard';
import { Bus } from '@ces/messaging/calls/bus';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { Health } from '@ces/service/health';
import { endConnections } from '@ces/service/http/end-connections';
import { JsonLogger } from '@ces/service/logging/logger';
import compress from '@fastify/compress';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { verifyTokensFirst } from '../access/token-first.js';
import { ConsoleTokens } from '../console/console-tokens.js';
import { useConsoleCookie } from '../console/use-console-cookie.js';
import { keepDocuments } from '../docs/keep-documents.js';
import { publishDocs } from '../docs/publish-docs.js';
import { refuseWhileAway } from '../events/intake/refuse-while-away.js';
import { GatewayConfig } from '../gateway.config.js';
import { gatewayModule } from '../gateway.module.js';
import { limitBodies } from '../http/bodies/body-limits.js';
import { readBodies } from '../http/bodies/read-bodies.js';
import { boundUnreadRests } from '../http/bodies/unread-rest.js';
import { longestParameter, refuseEarly } from '../http/problems/refuse-early.js';
import { refuseOtherMethods } from '../http/problems/refuse-other-methods.js';
import { refuseTunnels, refuseUnread } from '../http/problems/refuse-unread.js';
import { refuseWithoutHost } from '../http/problems/refuse-without-host.js';
import { allowOrigins, answerPreflights, originsAllowed, type AllowOrigin } from '../http/routing/cross-origin.js';
import { compareTags } from '../http/routing/compare-tags.js';
import { ignoreExpectations } from '../http/routing/ignore-expectations.js';
import { logRequests } from '../http/routing/log-requests.js';
import { markLanguage, markRequests } from '../http/routing/mark-requests.js';
import { nameNewResources } from '../http/routing/name-new-resources.js';
import { proxiesIn, type IsProxy } from '../http/routing/proxy-networks.js';
import { PublicOrigins } from '../http/routing/public-origins.js';
import { RouteTable } from '../http/routing/route-table.js';
import { RoutesForUsers } from '../http/routing/routes-for-users.js';
import { timeRequests } from '../http/routing/time-requests.js';
import { traceRequests } from '../http/routing/trace-requests.js';
import { acceptForms } from '../http/uploads/form-reader.js';
import { limitConnections } from '../limits/connection-limit.js';
import { limitAddresses } from '../limits/limit-addresses.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { proxyOAuth } from '../oauth/proxy-oauth.js';
import { confirmPages } from '../pages/confirm-pages.js';
import { serveConsole } from '../pages/console/serve-console.js';
import { runDirectly } from './direct-routes.js';

export async function createGateway(config: GatewayConfig): Promise<NestFastifyApplication> {
  const isProxy = proxiesIn(config.TRUST_PROXY);
  const adapter = adapterFor(config, isProxy, () => app);
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(gatewayModule(config), adapter, {
    logger: new JsonLogger('gateway', config.LOG_LEVEL),
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  endConnections(fastify, app.get(Health));
  ignoreExpectations(fastify);
  refuseTunnels(fastify, config.PUBLIC_URL);
  app.get(RouteTable).follow(fastify);
  limitConnections(fastify, config.MAX_CONNECTIONS, isProxy);
  addHooks(app, config, isProxy);
  keepDocuments(fastify);
  await app.register(compress, {
    threshold: 1_024,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  proxyOAuth(fastify, config, app.get(Bus));
  // These routes get Nest's error handler because they are added after the await of `register`.
  confirmPages(fastify, config);
  serveConsole(fastify, { frames: config.PORTAL_FRAME_ANCESTORS });
  publishDocs(app, config);
  runDirectly(app);
  await app.init();
  return app;
}

function adapterFor(config: GatewayConfig, isProxy: IsProxy, app: () => NestFastifyApplication): FastifyAdapter {
  return new FastifyAdapter({
    trustProxy: config.TRUST_PROXY.length > 0 ? isProxy : false,
    routerOptions: { maxParamLength: longestParameter, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The gateway has no Express-style middleware, and its layer costs time at each request.
    skipMiddie: true,
    // `limitBodies` refuses slow bodies with a problem document; this longer limit only ends the connection.
    requestTimeout: (Math.max(config.UPLOAD_SECONDS, config.IMPORT_SECONDS) + 60) * 1_000,
    http: {
      headersTimeout: config.BODY_SECONDS * 1_000,
      connectionsCheckingInterval: 5_000,
      // `refuseWithoutHost` does it.
      requireHostHeader: false,
    },
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const [routes, allow] = [app().get(RouteTable), originsAllowedBy(config, app())];
      void refuseEarly(error, request, reply, { routes, allow, publicUrl: config.PUBLIC_URL });
    },
    clientErrorHandler: (error, socket) => {
      refuseUnread(error, socket, config.PUBLIC_URL);
    },
  });
}

function originsAllowedBy(config: GatewayConfig, app: NestFastifyApplication): AllowOrigin {
  return originsAllowed(config, app.get(RoutesForUsers), app.get(PublicOrigins));
}

/**
 * Adds the hooks that every request passes, in their order. The request id comes first, because all others use it. The limit
 * by address runs before every hook that answers or refuses, so that it counts each request, and after the CORS headers that
 * let a page read a 429.
 */
function addHooks(app: NestFastifyApplication, config: GatewayConfig, isProxy: IsProxy): void {
  const fastify = app.getHttpAdapter().getInstance();
  readBodies(fastify);
  acceptForms(fastify);
  boundUnreadRests(fastify);
  timeRequests(fastify);
  markRequests(fastify, config);
  traceRequests(fastify, app.get(Tracing), isProxy);
  logRequests(fastify, config.ACCESS_LOG_SHARE);
  allowOrigins(fastify, originsAllowedBy(config, app));
  limitAddresses(fastify, app.get(RateLimiter));
  refuseWithoutHost(fastify);
  useConsoleCookie(fastify, app.get(ConsoleTokens), config.PUBLIC_URL);
  // Before the locale is read: a browser sends no request after a preflight that is refused, so no page would see the fault.
  answerPreflights(fastify, app.get(RouteTable));
  markLanguage(fastify);
  refuseWhileAway(fastify, app.get(Bus));
  refuseOtherMethods(fastify, app.get(RouteTable));
  limitBodies(fastify, config);
  compareTags(fastify, app.get(RouteTable));
  nameNewResources(fastify, app.get(RouteTable), config.PUBLIC_URL);
  verifyTokensFirst(fastify, app.get(TokenGuard));
}
