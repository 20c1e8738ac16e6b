import type { Locale } from '@ces/contracts/locale';
import { isOutage } from '@ces/messaging/settle';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { KnownClients } from '../clients/known-clients.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { IdentityConfig } from '../identity.config.js';
import { AuthorizationServer } from '../tokens/authorization-server.js';
import { isThrottled } from '../tokens/refused-attempt.js';
import { scopesIn } from '../tokens/resource-server.js';
import { UserGrants } from '../tokens/user-grants.js';
import { pageHeaders, policyOf } from './page-policy.js';
import { pageLocale, signInPath, SignInPages, type SignInFault } from './sign-in-pages.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One sign-in under way, and who asks. */
interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  provider: Provider;
  interaction: Interaction;
  locale: Locale;
  client: string;
}

const statuses: Record<SignInFault['kind'], number> = { wrong: 400, throttled: 429, busy: 503 };

/** The page between a client's request for a code and the code: sign in, and for clients of others, consent. */
@Injectable()
export class SignInHttp {
  private readonly log = new Logger('SignIn');

  constructor(
    private readonly config: IdentityConfig,
    private readonly server: AuthorizationServer,
    private readonly clients: KnownClients,
    private readonly credentials: CredentialsService,
    private readonly pages: SignInPages,
    private readonly grants: UserGrants,
  ) {}

  mount(scope: FastifyInstance): void {
    scope.get(`${signInPath}/:uid`, async (request, reply) => {
      const visit = await this.visit(request, reply);
      if (visit) this.show(visit);
      return reply;
    });
    scope.post(`${signInPath}/:uid`, async (request, reply) => {
      const visit = await this.visit(request, reply);
      if (visit) await this.submit(visit);
      return reply;
    });
  }

  /** The cookie and the address must name the same sign-in: nobody else's browser can be led into one. */
  private async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const language = request.headers['accept-language'];
    try {
      if (!this.isOfOurPage(request)) throw new errors.SessionNotFound('the form is not of our page');
      const provider = this.server.current(request.raw);
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      const { uid } = request.params as { uid: string };
      if (interaction.uid !== uid) throw new errors.SessionNotFound('the cookie is of another sign-in');
      const id = String(interaction.params['client_id']);
      const client = (await this.clients.find(id))?.name ?? id;
      const locale = pageLocale(interaction.params['ui_locales'], language);
      return { request, reply, provider, interaction, client, locale };
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      const locale = pageLocale(undefined, language);
      send(reply.status(400), locale, this.pages.expired(locale));
      return undefined;
    }
  }

  /** Browsers say where a form stands; what they say of a page of ours is our origin. */
  private isOfOurPage({ method, headers }: FastifyRequest): boolean {
    return (
      method === 'GET' || headers.origin === undefined || headers.origin === new URL(this.config.PUBLIC_URL).origin
    );
  }

  private show(visit: Visit, username = '', fault?: SignInFault): void {
    const { reply, interaction, locale, client } = visit;
    const { params, prompt } = interaction;
    const hint = typeof params['login_hint'] === 'string' ? params['login_hint'].slice(0, 320) : '';
    const html =
      prompt.name === 'consent'
        ? this.pages.consent(locale, client, scopesOf(interaction))
        : this.pages.signIn(locale, { client, username: username === '' ? hint : username, fault });
    send(reply, locale, html, String(params['redirect_uri']));
  }

  private async submit(visit: Visit): Promise<void> {
    const { request, interaction } = visit;
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    if (action === 'cancel') {
      await this.finish(visit, { error: 'access_denied', error_description: 'refused by the user' });
    } else if (interaction.prompt.name !== 'consent') {
      await this.signIn(visit, form.get('username') ?? '', form.get('password') ?? '');
    } else if (action === 'allow') await this.allow(visit);
    else this.show(visit);
  }

  private async signIn(visit: Visit, username: string, password: string): Promise<void> {
    try {
      const accountId = await this.credentials.signIn(username, password, { address: addressOf(visit.request) });
      if (accountId === undefined) this.refuse(visit, username, { kind: 'wrong' });
      else await this.finish(visit, { login: { accountId, amr: ['pwd'], remember: false } });
    } catch (error) {
      if (isThrottled(error)) {
        this.refuse(visit, username, { kind: 'throttled', seconds: error.extras.retry_after ?? 1 });
        return;
      }
      if (!isOutage(error)) throw error;
      this.log.warn({ err: error }, 'a password could not be checked');
      this.refuse(visit, username, { kind: 'busy' });
    }
  }

  private refuse(visit: Visit, username: string, fault: SignInFault): void {
    const wait = fault.kind === 'throttled' ? fault.seconds : fault.kind === 'busy' ? 2 : undefined;
    if (wait !== undefined) visit.reply.header('retry-after', String(wait));
    visit.reply.status(statuses[fault.kind]);
    this.show(visit, username.slice(0, 320), fault);
  }

  private async allow(visit: Visit): Promise<void> {
    const { provider, interaction } = visit;
    const { session, grantId, params } = interaction;
    if (session?.accountId === undefined) throw new errors.SessionNotFound('nobody is signed in');
    const parties = { accountId: session.accountId, clientId: String(params['client_id']) };
    const grant = await this.grants.allow(provider, grantId, parties, scopesOf(interaction));
    await this.finish(visit, { consent: { grantId: grant.jti } });
  }

  private async finish({ request, reply, provider }: Visit, result: InteractionResults): Promise<void> {
    const onwards = await provider.interactionResult(request.raw, reply.raw, result);
    void reply.header('cache-control', 'no-store').redirect(onwards, 303);
  }
}

/** The gateway says who has come to it, and lets nobody else say so. */
function addressOf({ headers, ip }: FastifyRequest): string {
  return [headers['x-forwarded-for']].flat()[0] ?? ip;
}

function scopesOf({ params }: Interaction): string[] {
  return scopesIn(params['scope']);
}

function send(reply: FastifyReply, locale: Locale, html: string, destination?: string): void {
  void reply
    .headers({
      ...pageHeaders,
      'content-language': locale.replace('_', '-'),
      'content-security-policy': policyOf(html, [destination]),
    })
    .send(html);
}
