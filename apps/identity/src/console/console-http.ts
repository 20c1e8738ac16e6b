import { consoleCookie } from '@ces/contracts/identity/operators/sessions';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consoleCallbackPath } from '../clients/known-clients.js';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { IdentityConfig } from '../identity.config.js';
import { invitationPath, InvitationsService } from '../operators/invitations.service.js';
import { digestOf, OperatorSessionsService } from '../operators/operator-sessions.service.js';
import { InvitationPages } from '../pages/invitation-pages.js';
import { localeIn, localeOfPage } from '../pages/page-locale.js';
import { sendPage } from '../pages/send-page.js';
import { SignInPages } from '../pages/sign-in-pages.js';
import { asOAuthFault, brokenDown } from '../tokens/protocol/oauth-fault.js';
import { lifetimes } from '../keys/token-lifetimes.js';
import { CodeFlow } from './code-flow.js';
import { returnPath, SignInCookie, valueIn } from './sign-in-cookie.js';

const signInPath = '/console/sign-in';
const formType = 'application/x-www-form-urlencoded';
const bodyLimit = 32 * 1024;
const leastPassword = 8;
const longestPassword = 256;

/** The way of a browser into the console: sign-in, the way back with the code, and invitations. */
@Injectable()
export class ConsoleHttp implements OnModuleInit {
  private readonly logger = new Logger('ConsoleHttp');

  constructor(
    private readonly config: IdentityConfig,
    private readonly host: HttpAdapterHost,
    private readonly flow: CodeFlow,
    private readonly cookie: SignInCookie,
    private readonly epochs: SignInEpochs,
    private readonly sessions: OperatorSessionsService,
    private readonly invitations: InvitationsService,
    private readonly pages: SignInPages,
    private readonly invitationPages: InvitationPages,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit }, (_request, body, parsed) => {
        parsed(null, new URLSearchParams(String(body)));
      });
      scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
      scope.get(signInPath, (request, reply) => this.begin(request, reply));
      scope.get(consoleCallbackPath, (request, reply) => this.epochs.during(() => this.end(request, reply)));
      scope.get(invitationPath, (request, reply) => this.askPassword(request, reply));
      scope.post(invitationPath, (request, reply) => this.setPassword(request, reply));
      done();
    });
  }

  private begin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { return_to } = request.query as { return_to?: unknown };
    const { address, begun } = this.flow.begin(returnPath(return_to, this.config.PUBLIC_URL), localeIn(request.query));
    return this.away(reply.header('set-cookie', this.cookie.write(begun)), address);
  }

  private async end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { state, code } = request.query as { state?: unknown; code?: unknown };
    const begun = this.cookie.read(request.headers.cookie);
    // Another browser's code must not sign this one in.
    if (begun === undefined || begun.state !== state) return this.expired(request, reply);
    void reply.header('set-cookie', this.cookie.clear());
    // The person has cancelled. The console offers the sign-in again.
    const onwards = returnPath(begun.return_to, this.config.PUBLIC_URL);
    if (typeof code !== 'string') return this.away(reply, onwards);
    const operatorId = await this.flow.redeem(request.raw, code, begun);
    const session =
      operatorId === undefined ? undefined : await this.sessions.begin(operatorId, this.sessionIn(request));
    if (session === undefined) return this.expired(request, reply);
    return this.away(reply.header('set-cookie', this.sessionCookie(session)), onwards);
  }

  private askPassword(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const locale = localeOfPage(request);
    return sendPage(reply, locale, this.invitationPages.choose(locale));
  }

  private async setPassword(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const locale = localeOfPage(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
    const { length } = [...password];
    if (length < leastPassword || length > longestPassword) {
      return sendPage(reply.status(400), locale, this.invitationPages.choose(locale, { token }));
    }
    const accepted = await this.invitations.accept(token, password);
    if (!accepted) return sendPage(reply.status(410), locale, this.invitationPages.gone(locale));
    return sendPage(reply, locale, this.invitationPages.done(locale, `${signInPath}?return_to=/console/`));
  }

  /** The digest of the session that the browser has already. */
  private sessionIn({ headers }: FastifyRequest): string | undefined {
    const value = valueIn(headers.cookie, consoleCookie(this.config.PUBLIC_URL));
    return value === undefined ? undefined : digestOf(value);
  }

  private sessionCookie(value: string): string {
    const { PUBLIC_URL } = this.config;
    const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
    return `${consoleCookie(PUBLIC_URL)}=${value}; Path=/; Max-Age=${lifetimes.Session}; HttpOnly; SameSite=Lax${secure}`;
  }

  private away(reply: FastifyReply, address: string): FastifyReply {
    return reply.header('cache-control', 'no-store').redirect(address, 303);
  }

  private expired(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const locale = localeOfPage(request);
    return sendPage(reply.status(400), locale, this.pages.expired(locale));
  }

  /** People see a page, also during an outage. */
  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const fault = asOAuthFault(error);
    if (!fault) this.logger.error({ err: error }, 'a sign-in to the console failed');
    const { status, headers, body } = fault ?? brokenDown();
    const locale = localeOfPage(request);
    void reply.status(status).headers(headers);
    const told = `${body.error}: ${body.error_description}`;
    return sendPage(reply, locale, status === 503 ? this.pages.unavailable(locale) : this.pages.refused(locale, told));
  }
}
