import { Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults } from 'oidc-provider';
import { KnownClients } from '../clients/known-clients.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { IdentityConfig } from '../identity.config.js';
import { ForgottenPages } from '../pages/forgotten-pages.js';
import { localeOfPage } from '../pages/page-locale.js';
import { passkeyScript, passkeyScriptPath } from '../pages/passkey-script.js';
import { sendPage, sendScript } from '../pages/send-page.js';
import {
  forgottenAddress,
  longestUsername,
  returnAddress,
  signInPath,
  signUpAddress,
} from '../pages/sign-in-address.js';
import { SignInPages, type SignInFault } from '../pages/sign-in-pages.js';
import { ForgottenPasswordsService } from '../passwords/forgotten-passwords.service.js';
import { asOAuthFault } from '../tokens/protocol/oauth-fault.js';
import { callbackPath } from '../tokens/protocol/paths.js';
import { scopesIn } from '../tokens/protocol/scopes.js';
import { AuthorizationServer } from '../tokens/server/authorization-server.js';
import { UserGrantsService } from '../tokens/server/user-grants.service.js';
import { KnownBrowsers } from './known-browsers.js';
import { OperatorSignIn } from './operator-sign-in.js';
import { atProvider, ProviderSignIn } from './provider-sign-in.js';
import { SignUpForms } from './sign-up-forms.js';
import { addressOf, faultOf, formOf, markFault, refusedByUser, type Visit } from './visit.js';

const mayNotRegister = {
  error: 'unauthorized_client',
  error_description: 'people register here for public clients and for clients with the scope registration',
};

/**
 * The pages between a client's request for a code and the code: sign-in, registration, and consent for clients that are not
 * first-party.
 */
@Injectable()
export class SignInHttp {
  private readonly logger = new Logger('SignIn');

  constructor(
    private readonly config: IdentityConfig,
    private readonly server: AuthorizationServer,
    private readonly clients: KnownClients,
    private readonly credentials: CredentialsService,
    private readonly pages: SignInPages,
    private readonly grants: UserGrantsService,
    private readonly browsers: KnownBrowsers,
    private readonly epochs: SignInEpochs,
    private readonly forgotten: ForgottenPasswordsService,
    private readonly forgottenPages: ForgottenPages,
    private readonly signUp: SignUpForms,
    private readonly providers: ProviderSignIn,
    private readonly operators: OperatorSignIn,
  ) {}

  mount(scope: FastifyInstance): void {
    scope.get(`${signInPath}/:uid`, (request, reply) =>
      this.serve(request, reply, async (visit) => {
        if (visit.operators) await this.operators.showAnew(visit);
        else if (isAboutForgotten(request)) this.askName(visit);
        else await this.showAnew(visit);
      }),
    );
    scope.post(`${signInPath}/:uid`, (request, reply) =>
      this.serve(request, reply, (visit) => {
        if (visit.operators) return this.submitOperator(visit);
        return isAboutForgotten(request) ? this.forgot(visit) : this.submit(visit);
      }),
    );
    scope.get(signUpAddress(':uid'), (request, reply) =>
      this.serve(request, reply, async (visit) => {
        if (visit.registers) this.signUp.show(visit);
        else await this.finish(visit, mayNotRegister);
      }),
    );
    scope.post(signUpAddress(':uid'), (request, reply) => this.serve(request, reply, (visit) => this.register(visit)));
    scope.get(passkeyScriptPath, (_request, reply) => sendScript(reply, passkeyScript));
    scope.get(callbackPath, (request, reply) => this.leadBack(request, reply));
    scope.get(returnAddress(':uid'), (request, reply) =>
      this.serve(request, reply, async (visit) => {
        if (visit.operators) await this.finishIfAny(visit, await this.operators.end(visit));
        else {
          const accountId = await this.providers.end(visit);
          if (accountId !== undefined) await this.finish(visit, { login: { accountId, remember: false } });
        }
      }),
    );
  }

  /** Providers know one address for all sign-ins; the state tells which sign-in it is. */
  private leadBack(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const given = request.query as Record<string, unknown>;
    const query = new URLSearchParams();
    for (const name of ['state', 'code', 'iss', 'error']) {
      if (typeof given[name] === 'string') query.set(name, given[name]);
    }
    const [, uid] = /^([\w-]{1,100})\.[\w-]+$/.exec(query.get('state') ?? '') ?? [];
    const locale = localeOfPage(request);
    if (uid === undefined) return sendPage(reply.status(400), locale, this.pages.expired(locale));
    return reply.header('cache-control', 'no-store').redirect(`${returnAddress(uid)}?${query.toString()}`, 303);
  }

  /** People also see a page when the sign-in is gone, and during an outage. */
  private async serve(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (visit: Visit) => Promise<void> | void,
  ): Promise<FastifyReply> {
    try {
      await this.epochs.during(async () => act(await this.visit(request, reply)));
    } catch (error) {
      const locale = localeOfPage(request);
      const fault = asOAuthFault(error);
      if (error instanceof errors.SessionNotFound) sendPage(reply.status(400), locale, this.pages.expired(locale));
      else if (fault?.status === 503) {
        this.logger.warn({ err: error }, 'a sign-in was refused during an outage');
        sendPage(reply.status(503).headers(fault.headers), locale, this.pages.unavailable(locale));
      } else throw error;
    }
    return reply;
  }

  /** Cookie and address must name the same sign-in: an attacker must not lead another browser into the attacker's. */
  private async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    if (!this.isOfOurPage(request)) throw new errors.SessionNotFound('the form stands on another site');
    const provider = this.server.current(request.raw);
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    const { uid } = request.params as { uid: string };
    if (interaction.uid !== uid) throw new errors.SessionNotFound('the cookie belongs to another sign-in');
    const id = String(interaction.params['client_id']);
    const known = await this.clients.find(id);
    const client = known?.name ?? id;
    const operators = known?.operators === true;
    // Operators are invited: nobody registers through the console.
    const registers = known !== undefined && !operators && (known.public || known.scopes.includes('registration'));
    const locale = localeOfPage(request, interaction.params);
    return { request, reply, provider, interaction, client, registers, operators, locale };
  }

  /** A browser names the origin of the page that holds the form. */
  private isOfOurPage({ method, headers }: FastifyRequest): boolean {
    return (
      method === 'GET' || headers.origin === undefined || headers.origin === new URL(this.config.PUBLIC_URL).origin
    );
  }

  /** The address may name the outcome of an attempt through a provider. */
  private async showAnew(visit: Visit): Promise<void> {
    const { reply, registers, locale } = visit;
    const told = await this.providers.outcomeIn(visit);
    if (!told) await this.show(visit);
    else if (told.outcome === 'unknown')
      sendPage(reply.status(400), locale, this.pages.unknown(locale, { provider: told.provider, registers }));
    else await this.refuse(visit, '', { kind: told.outcome, provider: told.provider });
  }

  private async show(visit: Visit, username = '', fault?: SignInFault): Promise<void> {
    const { request, reply, interaction, locale, client, registers } = visit;
    if (interaction.prompt.name === 'consent') {
      sendPage(reply, locale, this.pages.consent(locale, client, scopesOf(interaction)));
      return;
    }
    const hint = hintOf(request);
    const providers = await this.providers.offered(visit);
    const shown = { client, registers, forgotten: forgottenAddress(hint), username: username === '' ? hint : username };
    sendPage(reply, locale, this.pages.signIn(locale, { ...shown, providers, fault }));
  }

  private async submit(visit: Visit): Promise<void> {
    const { request, interaction } = visit;
    const form = formOf(request);
    const action = form.get('action') ?? '';
    if (action === 'cancel') {
      await this.finish(visit, refusedByUser);
    } else if (interaction.prompt.name !== 'consent' && action === 'create') {
      void visit.reply.redirect(signUpAddress(interaction.uid), 303);
    } else if (interaction.prompt.name !== 'consent' && action.startsWith(atProvider)) {
      await this.providers.begin(visit, action.slice(atProvider.length));
    } else if (interaction.prompt.name !== 'consent') {
      await this.signIn(visit, form.get('username') ?? '', form.get('password') ?? '');
    } else if (action === 'allow') await this.allow(visit);
    else await this.show(visit);
  }

  private async submitOperator(visit: Visit): Promise<void> {
    await this.finishIfAny(visit, await this.operators.submit(visit));
  }

  private async signIn(visit: Visit, username: string, password: string): Promise<void> {
    try {
      const address = addressOf(visit.request);
      const { cookie } = visit.request.headers;
      const browser = this.browsers.browserId(cookie, username);
      const accountId = await this.credentials.signIn(username, password, { address, browser });
      if (accountId === undefined) {
        await this.refuse(visit, username, { kind: 'wrong' });
        return;
      }
      visit.reply.header('set-cookie', this.browsers.cookieFor(cookie, username));
      await this.finish(visit, { login: { accountId, amr: ['pwd'], remember: false } });
    } catch (error) {
      await this.refuse(visit, username, faultOf(error));
    }
  }

  private askName({ request, reply, locale }: Visit): void {
    sendPage(reply, locale, this.forgottenPages.ask(locale, hintOf(request)));
  }

  /** Answers the same for every name. */
  private async forgot({ request, reply, interaction, locale }: Visit): Promise<void> {
    const username = formOf(request).get('username') ?? '';
    await this.forgotten.request({ username, client_id: String(interaction.params['client_id']), locale });
    sendPage(reply, locale, this.forgottenPages.asked(locale, username.slice(0, longestUsername)));
  }

  private async refuse(visit: Visit, username: string, fault: SignInFault): Promise<void> {
    markFault(visit, fault);
    await this.show(visit, username.slice(0, longestUsername), fault);
  }

  /** A registration ends with a mail, so the sign-in follows later on the same way. */
  private async register(visit: Visit): Promise<void> {
    const { interaction, reply } = visit;
    if (!visit.registers) {
      await this.finish(visit, mayNotRegister);
      return;
    }
    const outcome = await this.signUp.submit(visit);
    if (outcome === 'cancel') await this.finish(visit, refusedByUser);
    else if (outcome === 'sign-in' && interaction.prompt.name === 'create') await this.finish(visit, { create: {} });
    else if (outcome === 'sign-in') void reply.redirect(`${signInPath}/${interaction.uid}`, 303);
  }

  private async allow(visit: Visit): Promise<void> {
    const { provider, interaction } = visit;
    const { session, grantId, params } = interaction;
    if (session?.accountId === undefined) throw new errors.SessionNotFound('the session has no user');
    const parties = { accountId: session.accountId, clientId: String(params['client_id']) };
    const grant = await this.grants.allow(provider, grantId, parties, scopesOf(interaction));
    await this.finish(visit, { consent: { grantId: grant.jti } });
  }

  private async finishIfAny(visit: Visit, result: InteractionResults | undefined): Promise<void> {
    if (result) await this.finish(visit, result);
  }

  private async finish({ request, reply, provider }: Visit, result: InteractionResults): Promise<void> {
    const onwards = await provider.interactionResult(request.raw, reply.raw, result);
    void reply.header('cache-control', 'no-store').redirect(onwards, 303);
  }
}

function isAboutForgotten({ query }: FastifyRequest): boolean {
  return Object.hasOwn(query as object, 'forgot');
}

function hintOf({ query }: FastifyRequest): string {
  const { login_hint: hint } = query as { login_hint?: unknown };
  return typeof hint === 'string' ? hint.slice(0, longestUsername) : '';
}

function scopesOf({ params }: Visit['interaction']): string[] {
  return scopesIn(params['scope']);
}
