import type { AccessToken } from '@ces/auth/access-token';
import { clientScopes } from '@ces/contracts/identity/tokens/scopes';
import {
  longestPlainForm,
  plainFormType,
  type ClientTokenAnswer,
  type ClientTokenRequest,
} from '@ces/contracts/identity/tokens/client-tokens';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { ClientUses } from '../clients/client-uses.js';
import { KnownClients, type KnownClient } from '../clients/known-clients.js';
import { IdentityConfig } from '../identity.config.js';
import { JwtSigner } from '../keys/jwt-signer.js';
import { SigningKeysService } from '../keys/signing-keys.service.js';
import { accessTokenSeconds } from '../keys/token-lifetimes.js';
import { audience } from '../tokens/protocol/api.js';
import { OAuthFault } from '../tokens/protocol/oauth-fault.js';
import { chosenScopes, heldByClient, scopesIn } from '../tokens/protocol/scopes.js';
import { authenticateClient } from './authenticate-client.js';

const understood = new Set(['grant_type', 'scope', 'client_id', 'client_secret']);

/**
 * Issues the tokens of clients that ask in the plain way, because oidc-provider takes several times as long as their
 * signature. It refuses nothing: oidc-provider gets every other request, with its body unread.
 */
@Injectable()
export class ClientTokens {
  private readonly signer = new JwtSigner();

  constructor(
    private readonly config: IdentityConfig,
    private readonly keys: SigningKeysService,
    private readonly clients: KnownClients,
    private readonly uses: ClientUses,
  ) {}

  /** Undefined if oidc-provider must answer. */
  async answerTo(request: IncomingMessage): Promise<ClientTokenAnswer | undefined> {
    const text = await bodyOf(request);
    return text === undefined ? undefined : this.answer({ form: text, ...authorizationOf(request) });
  }

  /** As answerTo, for requests that came together. */
  answerAll(requests: ClientTokenRequest[]): Promise<(ClientTokenAnswer | undefined)[]> {
    return Promise.all(requests.map((each) => this.answer(each)));
  }

  private async answer({ form: text, authorization }: ClientTokenRequest): Promise<ClientTokenAnswer | undefined> {
    const form = plainForm(text);
    if (form?.get('grant_type') !== 'client_credentials') return undefined;
    const client = await this.authenticated(authorization, form);
    const scope = client && scopeFor(client, form.get('scope'));
    return client && scope !== undefined ? this.issue(client, scope) : undefined;
  }

  private async authenticated(
    authorization: string | undefined,
    form: URLSearchParams,
  ): Promise<KnownClient | undefined> {
    try {
      return await authenticateClient(this.clients, authorization, form);
    } catch (error) {
      if (error instanceof OAuthFault) return undefined;
      throw error;
    }
  }

  private async issue(client: KnownClient, scope: string): Promise<ClientTokenAnswer | undefined> {
    const key = this.keys.current?.active;
    if (!key) return undefined;
    const iat = Math.floor(Date.now() / 1_000);
    const claims: AccessToken & { aud: string } = {
      ...{ jti: randomUUID(), sub: client.id, iat, exp: iat + accessTokenSeconds, scope, client_id: client.id },
      ...{ iss: this.config.PUBLIC_URL, aud: audience, token_use: 'client', ver: client.version },
    };
    const access_token = await this.signer.sign(key, 'at+jwt', claims);
    this.uses.note(client.id);
    const granted = scope === '' ? {} : { scope };
    return { access_token, expires_in: accessTokenSeconds, ...granted, token_type: 'Bearer' };
  }
}

/** Undefined if the client may not have them, or if they are not written as the library wants them. */
function scopeFor({ scopes }: KnownClient, asked: string | null): string | undefined {
  const allowed: string[] = scopes.filter((scope) => (clientScopes as readonly string[]).includes(scope));
  const held = heldByClient(allowed);
  const names = scopesIn(asked);
  if (asked !== null && (names.join(' ') !== asked || !names.every((name) => held.includes(name)))) return;
  return chosenScopes(names, allowed).join(' ');
}

/** The form, if it has only what a plain request has, each once. */
function plainForm(text: string): URLSearchParams | undefined {
  const form = new URLSearchParams(text);
  const names = [...form.keys()];
  const isPlain = names.every((name) => understood.has(name) && form.get(name) !== '');
  return isPlain && new Set(names).size === names.length ? form : undefined;
}

function authorizationOf({ headers: { authorization } }: IncomingMessage): Pick<ClientTokenRequest, 'authorization'> {
  return authorization === undefined ? {} : { authorization };
}

/** The text of a short form that is there as a whole. The request's body stays unread. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const length = Number(request.headers['content-length']);
  if (!(length > 0 && length <= longestPlainForm)) return undefined;
  if (!plainFormType.test(request.headers['content-type'] ?? '')) return undefined;
  const body = await peek(request);
  return body?.length === length ? body.toString() : undefined;
}

/** The part of a body that has arrived; undefined if the caller has gone. The body must not be empty. */
async function peek(request: IncomingMessage): Promise<Buffer | undefined> {
  if (request.readableLength === 0) await once(request, 'readable').catch(() => undefined);
  const body = request.read() as Buffer | null;
  if (body) request.unshift(body);
  return body ?? undefined;
}
