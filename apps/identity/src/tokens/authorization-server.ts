import { isOutage } from '@ces/messaging/settle';
import { Injectable, Logger } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { hasSecret, KnownClients } from '../clients/known-clients.js';
import { IdentityConfig } from '../identity.config.js';
import { SigningKeysService, type KeySet } from '../keys/signing-keys.service.js';
import { discoveryDocument } from './discovery.js';
import { unavailable } from './oauth-fault.js';
import { providerConfiguration } from './provider-configuration.js';

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** oidc-provider behind one method. It takes its keys when it is made, so a rotation of keys makes a new one. */
@Injectable()
export class AuthorizationServer {
  private readonly log = new Logger('AuthorizationServer');
  private made: { keys: KeySet; callback: Callback } | undefined;

  constructor(
    private readonly config: IdentityConfig,
    private readonly keys: SigningKeysService,
    private readonly clients: KnownClients,
  ) {}

  /** The request's body must be unread. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const keys = this.keys.current;
    if (!keys) throw unavailable();
    if (this.made?.keys !== keys) this.made = { keys, callback: this.make(keys) };
    this.pretendPublicUrl(request);
    await this.made.callback(request, response);
  }

  /** The library builds addresses from the request; only ours may come out, whatever Host says. */
  private pretendPublicUrl(request: IncomingMessage): void {
    const { host, protocol } = new URL(this.config.PUBLIC_URL);
    request.headers.host = host;
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  }

  private make(keys: KeySet): Callback {
    const { clients, config } = this;
    const provider = new Provider(config.PUBLIC_URL, providerConfiguration(config.PUBLIC_URL, keys, clients));
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = async function (given: string) {
      const client = await clients.find(this.clientId);
      return client !== undefined && hasSecret(client, given);
    };
    provider.use(async (ctx, next) => {
      await next();
      const isDiscovery =
        ctx.path === '/.well-known/openid-configuration' || ctx.path === '/.well-known/oauth-authorization-server';
      if (isDiscovery && ctx.status === 200) ctx.body = discoveryDocument(config.PUBLIC_URL, ctx.body as object);
    });
    provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
      this.explain(ctx, error);
    });
    provider.on('grant.error', (ctx, error) => {
      if (error.cause instanceof Error && error.cause.message === 'request entity too large') {
        ctx.status = 413;
        ctx.set('connection', 'close'); // the rest of the body is never read
      }
    });
    const koa: EventEmitter = provider;
    koa.on('error', (error: Error) => {
      this.log.warn({ err: error }, 'a token request broke off');
    });
    return provider.callback();
  }

  private explain(ctx: KoaContextWithOIDC, error: Error): void {
    if (!isOutage(error)) {
      this.log.error({ err: error }, 'a token request failed');
      return;
    }
    const fault = unavailable();
    ctx.status = fault.status;
    ctx.set(fault.headers);
    ctx.body = fault.body;
  }
}
