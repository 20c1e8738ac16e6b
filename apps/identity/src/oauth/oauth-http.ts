import type { ClientTokenAnswer } from '@ces/contracts/identity/tokens/client-tokens';
import { wantsPage } from '@ces/service/http/wants-page';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { KnownClients } from '../clients/known-clients.js';
import { Throttle } from '../credentials/throttle.js';
import { IdentityConfig } from '../identity.config.js';
import { DevicePages } from '../pages/device-pages.js';
import { localeIn, localeOfPage } from '../pages/page-locale.js';
import { sendPage } from '../pages/send-page.js';
import { SignInPages } from '../pages/sign-in-pages.js';
import { SignInHttp } from '../sign-in/sign-in-http.js';
import { addressOf } from '../sign-in/visit.js';
import { asOAuthFault, brokenDown, OAuthFault } from '../tokens/protocol/oauth-fault.js';
import { authorizationPath, deviceVerifyPath, tokenPath } from '../tokens/protocol/paths.js';
import { isThrottled } from '../tokens/protocol/too-many-attempts.js';
import { AuthorizationServer } from '../tokens/server/authorization-server.js';
import { authenticateClient, identifyClient } from './authenticate-client.js';
import { ClientTokens } from './client-tokens.js';
import { refuseLongQuery, refuseNul, refuseOtherBody, refuseRepeated, tokenIn } from './check-parameters.js';
import { metadataUnavailable, noOAuthRoute, noSuchRoute } from './no-such-route.js';
import { TokenStateService } from './token-state.service.js';
import { UserInfoService } from './user-info.service.js';

const formType = 'application/x-www-form-urlencoded';
const bodyLimit = 32 * 1024;
const logoutPath = '/oauth2/logout';

type FormHandler = (form: URLSearchParams, request: FastifyRequest) => Promise<object | undefined>;

/**
 * The OAuth endpoints: those of oidc-provider, which gets the body unread, and our own. Every fault is OAuth's JSON, or a page
 * for people.
 */
@Injectable()
export class OAuthHttp implements OnModuleInit {
  private readonly logger = new Logger('OAuthHttp');

  constructor(
    private readonly config: IdentityConfig,
    private readonly host: HttpAdapterHost,
    private readonly server: AuthorizationServer,
    private readonly clients: KnownClients,
    private readonly states: TokenStateService,
    private readonly users: UserInfoService,
    private readonly signIn: SignInHttp,
    private readonly pages: SignInPages,
    private readonly devicePages: DevicePages,
    private readonly throttle: Throttle,
    private readonly clientTokens: ClientTokens,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
      this.mountLibrary(scope);
      this.mountOwn(scope);
      this.mountByPost(scope);
      this.signIn.mount(scope);
      this.mountRest(scope);
      done();
    });
  }

  private mountLibrary(scope: FastifyInstance): void {
    const wellKnown = ['openid-configuration', 'oauth-authorization-server', 'jwks.json'];
    const pages = ['authorize', 'authorize/:uid', 'logout', 'logout/success', 'device/verify', 'device/verify/:uid'];
    const forms = ['token', 'logout/confirm', 'device'];
    const onRequest = this.toLibrary;
    const handler = answeredAlready;
    for (const path of forms) scope.route({ method: ['POST', 'OPTIONS'], url: `/oauth2/${path}`, onRequest, handler });
    scope.post(deviceVerifyPath, { onRequest: [this.limitCodes, onRequest] }, handler);
    for (const path of pages) scope.get(`/oauth2/${path}`, { onRequest, exposeHeadRoute: false }, handler);
    for (const path of wellKnown) {
      scope.route({
        method: ['GET', 'HEAD', 'OPTIONS'],
        url: `/.well-known/${path}`,
        exposeHeadRoute: false,
        onRequest,
        handler,
      });
    }
  }

  private readonly limitCodes = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await this.throttle.enterCode(addressOf(request));
    } catch (error) {
      if (!isThrottled(error)) throw error;
      const locale = localeOfPage(request);
      void reply.status(429).header('retry-after', String(error.extras.retry_after ?? 1));
      await sendPage(reply, locale, this.devicePages.tooMany(locale));
    }
  };

  /** The library wants the body unread, as it is in `onRequest`. After `hijack` Fastify does nothing more. */
  private readonly toLibrary = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
      throw new OAuthFault(413, 'invalid_request', `the body may have ${bodyLimit} bytes`, { connection: 'close' });
    }
    const query = request.url.split('?').slice(1).join('?');
    // The metadata does not read its query.
    if (!isMetadata(request)) refuseLongQuery(query);
    if (request.routeOptions.url === logoutPath) refuseNul(query);
    // The library would answer 400.
    if (request.method === 'POST') await refuseOtherBody(request.raw);
    const isPlain = request.method === 'POST' && request.routeOptions.url === tokenPath;
    const token = isPlain ? await this.clientTokens.answerTo(request.raw) : undefined;
    // Called before `hijack`, so that Fastify answers what it throws.
    this.server.current(request.raw);
    reply.hijack();
    if (token) sendToken(request.raw, reply.raw, token);
    else await this.server.handle(request.raw, reply.raw);
  };

  private mountOwn(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    scope.route({
      method: ['GET', 'POST'],
      url: '/oauth2/userinfo',
      handler: async (request, reply) => {
        const claims = await this.users.claimsFor(request.headers.authorization);
        return reply.header('cache-control', 'no-store').send(claims);
      },
    });
    this.mountForm(scope, '/oauth2/revoke', async (form, request) => {
      const client = await identifyClient(this.clients, request.headers.authorization, form);
      await this.states.revoke(client, tokenIn(form));
      return undefined;
    });
    this.mountForm(scope, '/oauth2/introspect', async (form, request) => {
      const client = await authenticateClient(this.clients, request.headers.authorization, form);
      return this.states.introspect(client, tokenIn(form));
    });
  }

  /**
   * Clients may POST the parameters too (OpenID Connect Core, section 3.1.2.1; RP-Initiated Logout, section 2). We redirect
   * to the address with these parameters: browsers send our cookies with a redirect, but not with a form of another site.
   */
  private mountByPost(scope: FastifyInstance): void {
    for (const url of [authorizationPath, logoutPath]) {
      scope.post(url, (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const locale = localeIn(request.query);
        if (locale !== undefined) form.set('locale', locale);
        const asked = form.toString();
        refuseLongQuery(asked);
        return reply.header('cache-control', 'no-store').redirect(`${url}?${asked}`, 303);
      });
    }
  }

  private mountRest(scope: FastifyInstance): void {
    const metadata = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await noSuchRoute(this.config.PUBLIC_URL, request, reply);
    };
    const rest = (request: FastifyRequest, _reply: FastifyReply, done: (error: Error) => void): void => {
      done(noOAuthRoute(request));
    };
    scope.all('/.well-known/*', { onRequest: metadata }, answeredAlready);
    scope.all('/oauth2/*', { onRequest: rest }, answeredAlready);
  }

  private mountForm(scope: FastifyInstance, url: string, handle: FormHandler): void {
    scope.post(url, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      refuseRepeated(form);
      const answer = await handle(form, request);
      return reply.header('cache-control', 'no-store').send(answer);
    });
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const fault = asOAuthFault(error);
    if (!fault) this.logger.error({ err: error }, 'a token request failed');
    const { status, headers, body } = fault ?? brokenDown();
    if (status === 503 && isMetadata(request)) return metadataUnavailable(this.config.PUBLIC_URL, request, reply);
    void reply.status(status).headers({ 'cache-control': 'no-store', ...headers });
    if (!wantsPage(request.url, request.headers.accept)) return reply.send(body);
    const locale = localeOfPage(request);
    const page =
      status === 503
        ? this.pages.unavailable(locale)
        : this.pages.refused(locale, `${body.error}: ${body.error_description}`);
    return sendPage(reply, locale, page);
  }
}

function isMetadata({ url }: FastifyRequest): boolean {
  return url.startsWith('/.well-known/');
}

function answeredAlready(): never {
  throw new Error('onRequest has answered this route before');
}

/** As oidc-provider would send it. */
function sendToken(request: IncomingMessage, response: ServerResponse, answer: ClientTokenAnswer): void {
  const body = JSON.stringify(answer);
  response.writeHead(200, {
    'cache-control': 'no-store',
    vary: 'Origin',
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-expose-headers': 'WWW-Authenticate',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
  request.resume();
}
