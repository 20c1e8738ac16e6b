import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

/** A login provider on loopback, from the certified library. A sign-in there asks nothing. */
export class OpenIdProvider {
  /** The account that signs in; without one, the browser returns without a sign-in. */
  account: string | undefined = 'alice';
  /** The next id_tokens have these claims instead of the right ones. */
  claims: JWTPayload = {};
  /** Sent instead of a new id_token. */
  idToken: string | undefined;
  sent = '';
  /** The status of the token endpoint while it does not work. */
  broken: number | undefined;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private readonly key: CryptoKey,
  ) {}

  static async start(client: { id: string; secret: string; redirectUri: string }): Promise<OpenIdProvider> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new OpenIdProvider(issuer, server, privateKey);
    const library = await started.library(client);
    const callback = library.callback();
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/')) void started.interact(library, request, response);
      else void callback(request, response);
    });
    return started;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async library({ id, secret, redirectUri }: { id: string; secret: string; redirectUri: string }) {
    const library = new Provider(this.issuer, {
      clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
      cookies: { keys: [randomBytes(16).toString('hex')] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      jwks: { keys: [{ ...(await exportJWK(this.key)), kid: 'theirs', alg: 'RS256', use: 'sig' }] },
      pkce: { required: () => true },
    });
    library.use(async (koa, next) => {
      await next();
      const ctx = koa as unknown as KoaContextWithOIDC;
      if (ctx.path === '/token') await this.alter(ctx);
    });
    return library;
  }

  private async interact(library: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await library.interactionDetails(request, response);
    const accountId = this.account;
    if (accountId === undefined) {
      await library.interactionFinished(request, response, { error: 'access_denied' });
      return;
    }
    const grant = new library.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    await library.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
  }

  private async alter(ctx: KoaContextWithOIDC): Promise<void> {
    if (this.broken !== undefined) ctx.status = this.broken;
    const { id_token } = ctx.body as { id_token?: string };
    if (id_token === undefined) return;
    const claims = { ...decodeJwt(id_token), ...this.claims };
    const changed = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).sign(this.key);
    this.sent = this.idToken ?? (await changed);
    ctx.body = { ...(ctx.body as object), id_token: this.sent };
  }
}
