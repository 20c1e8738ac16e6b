import { isOutage } from '@ces/messaging/storage/outage';
import { originForm } from '@ces/service/http/origin-form';
import { Injectable, Logger } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { ClientUses } from '../../clients/client-uses.js';
import { hasSecret, KnownClients } from '../../clients/known-clients.js';
import { AnonymousRows } from '../../grants/anonymous-rows.js';
import { GrantsService } from '../../grants/grants.service.js';
import { SignInEpochs } from '../../grants/sign-in-epochs.js';
import { IdentityConfig } from '../../identity.config.js';
import { publicPart, type SigningKey } from '../../keys/signing-key.js';
import { SigningKeysService, type KeySet } from '../../keys/signing-keys.service.js';
import { DevicePages } from '../../pages/device-pages.js';
import { LibraryPages, wantsPage } from '../../pages/library-pages.js';
import { Sealer } from '../../sealing/sealer.js';
import { AccountsService } from '../accounts.service.js';
import { PasswordGrant, type PasswordParameters } from '../grant-types/password-grant.js';
import { TokenExchange, type ExchangeParameters } from '../grant-types/token-exchange.js';
import { passwordGrant, tokenExchangeGrant } from '../protocol/client-metadata.js';
import { asOAuthFault, brokenDown, unavailable } from '../protocol/oauth-fault.js';
import { jwksPath, tokenPath } from '../protocol/paths.js';
import { TooManyAttempts } from '../protocol/too-many-attempts.js';
import { withScopeOfToken } from './custom-claims.js';
import { discoveryDocument } from './discovery.js';
import { verifyByOwnAlgorithm } from './id-token-hints.js';
import { providerConfiguration } from './provider-configuration.js';
import { UserGrantsService } from './user-grants.service.js';

/** Runs oidc-provider, which takes its keys when it is made: a rotation of keys makes a new one. */
@Injectable()
export class AuthorizationServer {
  private readonly logger = new Logger('AuthorizationServer');
  private made: { keys: KeySet; provider: Provider; callback: ReturnType<Provider['callback']> } | undefined;

  constructor(
    private readonly config: IdentityConfig,
    private readonly keys: SigningKeysService,
    private readonly clients: KnownClients,
    private readonly uses: ClientUses,
    private readonly grants: GrantsService,
    private readonly userGrants: UserGrantsService,
    private readonly accounts: AccountsService,
    private readonly pages: LibraryPages,
    private readonly passwords: PasswordGrant,
    private readonly exchange: TokenExchange,
    private readonly anonymous: AnonymousRows,
    private readonly epochs: SignInEpochs,
    private readonly devicePages: DevicePages,
    private readonly sealer: Sealer,
  ) {}

  /** Answers a request whose body is unread. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { callback } = this.ready(request);
    await this.epochs.during(() => this.anonymous.askedFrom(addressOf(request), () => callback(request, response)));
  }

  /** The library itself, for a request that our own code answers. */
  current(request: IncomingMessage): Provider {
    return this.ready(request).provider;
  }

  private ready(request: IncomingMessage) {
    const keys = this.keys.current;
    if (!keys) throw unavailable();
    this.pretendPublicUrl(request);
    if (this.made?.keys === keys) return this.made;
    const provider = this.make(keys);
    this.made = { keys, provider, callback: provider.callback() };
    return this.made;
  }

  /** The library builds addresses from the request; here PUBLIC_URL replaces what the request line and Host say. */
  private pretendPublicUrl(request: IncomingMessage): void {
    const { host, protocol } = new URL(this.config.PUBLIC_URL);
    request.url = originForm(request.url ?? '/');
    request.headers.host = host;
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  }

  private make(keys: KeySet): Provider {
    const { clients, config, grants, userGrants, accounts, pages, devicePages, sealer } = this;
    const parts = { config, keys, clients, grants, userGrants, accounts, pages, devicePages, sealer };
    const provider = new Provider(config.PUBLIC_URL, providerConfiguration(parts));
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = async function (given: string) {
      const client = await clients.find(this.clientId);
      return client !== undefined && hasSecret(client, given);
    };
    verifyByOwnAlgorithm(provider);
    this.addGrants(provider, keys.active);
    provider.use(async (koa, next) => {
      const ctx = koa as unknown as KoaContextWithOIDC;
      await this.answer(ctx, next);
      this.finish(ctx, keys);
    });
    this.listen(provider);
    return provider;
  }

  private addGrants(provider: Provider, key: SigningKey): void {
    provider.registerGrantType<PasswordParameters>(
      passwordGrant,
      (ctx) => this.passwords.handle(ctx, key),
      PasswordGrant.parameters,
    );
    provider.registerGrantType<ExchangeParameters>(
      tokenExchangeGrant,
      (ctx) => this.exchange.handle(ctx, key),
      TokenExchange.parameters,
    );
  }

  /** Sends tokens only after everything that they need is written. */
  private async answer(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    try {
      if (ctx.path !== tokenPath) await next();
      else {
        const answer = await this.grants.together(async () => {
          await next();
          return ctx.status < 400 ? withScopeOfToken(ctx) : undefined;
        });
        if (answer) ctx.body = answer;
      }
    } catch (error) {
      this.refuse(ctx, error);
    }
  }

  private finish(ctx: KoaContextWithOIDC, { published }: KeySet): void {
    const isDiscovery =
      ctx.path === '/.well-known/openid-configuration' || ctx.path === '/.well-known/oauth-authorization-server';
    if (isDiscovery && ctx.status === 200) ctx.body = discoveryDocument(this.config.PUBLIC_URL, ctx.body as object);
    // The library would also publish keys that only verify id_tokens of a late sign-out.
    if (ctx.path === jwksPath && ctx.status === 200) ctx.body = { keys: published.map(publicPart) };
    this.pages.finish(ctx);
  }

  private listen(provider: Provider): void {
    const explain = (ctx: KoaContextWithOIDC, error: Error): void => {
      this.explain(ctx, error);
    };
    provider.on('server_error', explain);
    provider.on('grant.success', ({ oidc }) => {
      if (oidc.client) this.uses.note(oidc.client.clientId);
    });
    provider.on('grant.error', (ctx, error) => {
      if (error.cause instanceof Error && error.cause.message === 'request entity too large') {
        ctx.status = 413;
        ctx.set('connection', 'close'); // the rest of the body is never read
      }
      if (error instanceof TooManyAttempts) ctx.set('retry-after', String(error.retryAfter));
      if (error.error_description === 'requested grant type is not allowed for this client') {
        ctx.body = { error: 'unauthorized_client', error_description: error.error_description };
      }
    });
    const koa: EventEmitter = provider;
    koa.on('error', (error: Error) => {
      this.logger.warn({ err: error }, 'a token request was aborted');
    });
  }

  private explain(ctx: KoaContextWithOIDC, error: Error): void {
    if (isOutage(error)) this.refuse(ctx, error);
    else this.logger.error({ err: error }, 'a token request failed');
  }

  private refuse(ctx: KoaContextWithOIDC, error: unknown): void {
    const known = asOAuthFault(error);
    if (!known) this.logger.error({ err: error }, 'a token request failed');
    const { status, headers, body } = known ?? brokenDown();
    ctx.status = status;
    ctx.set(headers);
    if (wantsPage(ctx)) this.pages.fault(ctx, error);
    else ctx.body = body;
  }
}

/** The gateway sets the header to the caller's address and removes what a caller has set. */
function addressOf({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for']].flat()[0] ?? socket.remoteAddress ?? '';
}
