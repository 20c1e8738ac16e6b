import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { errors } from 'oidc-provider';
import { IdentityConfig } from '../../identity.config.js';
import type { OfferedProvider } from '../../providers/providers.service.js';
import { callbackPath } from '../protocol/paths.js';
import { ProviderEgress } from './provider-egress.js';
import { ProviderMetadata, type IssuerMetadata } from './provider-metadata.js';
import { ProviderTokens, type Subject } from './provider-tokens.js';

/** A sign-in remembers this while its user is at the provider. */
export interface AtProvider {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider adds this to our address when it sends the browser back. */
export interface CodeAnswer {
  code: string;
  /** The issuer, if it names itself (RFC 9207). */
  iss: string | undefined;
}

/** `refused`: the provider or its id_token is not accepted. `away`: the provider does not answer as it should. */
export class ProviderFault extends Error {
  constructor(
    readonly kind: 'refused' | 'away',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Signs users in at a provider, as its client: code and PKCE (S256), with a nonce in the id_token. */
@Injectable()
export class ProviderCodes {
  private readonly redirectUri: string;

  constructor(
    private readonly metadata: ProviderMetadata,
    private readonly egress: ProviderEgress,
    private readonly tokens: ProviderTokens,
    { PUBLIC_URL }: IdentityConfig,
  ) {
    this.redirectUri = `${PUBLIC_URL}${callbackPath}`;
  }

  /** The address at the provider where the user signs in, and what to remember. `uid` is the first part of the state. */
  async begin(provider: OfferedProvider, uid: string): Promise<{ address: string; begun: AtProvider }> {
    const { authorization_endpoint } = await this.metadataOf(provider.issuer);
    if (authorization_endpoint === undefined) throw new ProviderFault('away', 'it names no authorization endpoint');
    const begun = { provider: provider.name, state: `${uid}.${secret()}`, nonce: secret(), verifier: secret() };
    const address = new URL(authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: provider.client_id,
      redirect_uri: this.redirectUri,
      scope: provider.scopes.join(' '),
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { address: address.href, begun };
  }

  async redeem(provider: OfferedProvider, begun: AtProvider, { code, iss }: CodeAnswer): Promise<Subject> {
    const metadata = await this.metadataOf(provider.issuer);
    if (iss === undefined ? metadata.namesItself : iss !== provider.issuer) {
      throw new ProviderFault('refused', 'the answer comes from another issuer');
    }
    const token = await this.idToken(provider, metadata, begun, code);
    const { issuer, jwks_uri, name, client_id } = provider;
    try {
      return await this.tokens.verifyOf({ name, issuer, jwks_uri, client_ids: [client_id] }, token, begun.nonce);
    } catch (error) {
      if (error instanceof errors.InvalidRequest) {
        throw new ProviderFault('refused', error.error_description ?? error.message, { cause: error });
      }
      throw error instanceof Problem ? new ProviderFault('away', error.detail, { cause: error }) : error;
    }
  }

  private async idToken(
    provider: OfferedProvider,
    { token_endpoint, takesBasic }: IssuerMetadata,
    { verifier }: AtProvider,
    code: string,
  ): Promise<string> {
    if (token_endpoint === undefined) throw new ProviderFault('away', 'it names no token endpoint');
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: verifier,
    });
    const headers = authentication(provider, takesBasic, form);
    const answer = await this.reached(() => this.egress.post(token_endpoint, form, headers));
    const body = (await answer.json().catch(() => null)) as { id_token?: unknown; error?: unknown } | null;
    if (answer.status >= 500) throw new ProviderFault('away', `its token endpoint answers ${answer.status}`);
    if (!answer.ok) throw new ProviderFault('refused', `its token endpoint answers ${answer.status}: ${said(body)}`);
    if (typeof body?.id_token !== 'string') throw new ProviderFault('refused', 'it sent no id_token');
    return body.id_token;
  }

  private metadataOf(issuer: string): Promise<IssuerMetadata> {
    return this.reached(() => this.metadata.of(issuer));
  }

  private async reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new ProviderFault('away', error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}

/** Writes the client's credentials into the form, or returns them as a header (RFC 6749, section 2.3.1). */
function authentication(
  { client_id, client_secret }: OfferedProvider,
  takesBasic: boolean,
  form: URLSearchParams,
): Record<string, string> {
  if (client_secret !== null && takesBasic) {
    const pair = [client_id, client_secret].map((part) => new URLSearchParams([['', part]]).toString().slice(1));
    return { authorization: `Basic ${Buffer.from(pair.join(':')).toString('base64')}` };
  }
  form.set('client_id', client_id);
  if (client_secret !== null) form.set('client_secret', client_secret);
  return {};
}

function said(body: { error?: unknown } | null): string {
  return typeof body?.error === 'string' ? body.error.slice(0, 100) : 'no reason';
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
