import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ProviderEgress } from './provider-egress.js';

export const metadataMs = 10 * 60_000;

/** The metadata of an issuer (OpenID Connect Discovery, section 3). */
export interface IssuerMetadata {
  jwks_uri: string;
  authorization_endpoint: string | undefined;
  token_endpoint: string | undefined;
  /** Whether the issuer names itself when it sends a browser back (RFC 9207). */
  namesItself: boolean;
  /** Whether clients may authenticate by Basic: true unless the issuer says otherwise. */
  takesBasic: boolean;
}

@Injectable()
export class ProviderMetadata {
  private readonly known = new LRUCache<string, IssuerMetadata>({
    max: 1_000,
    ttl: metadataMs,
    fetchMethod: (issuer) => this.read(issuer),
  });

  constructor(private readonly egress: ProviderEgress) {}

  async of(issuer: string): Promise<IssuerMetadata> {
    const found = await this.known.fetch(issuer);
    if (!found) throw new MetadataFault('the metadata cannot be read');
    return found;
  }

  private async read(issuer: string): Promise<IssuerMetadata> {
    const answer = await this.egress.get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (!answer.ok) throw new MetadataFault(`HTTP ${answer.status}`);
    const document = ((await answer.json()) ?? {}) as Record<string, unknown>;
    const jwks_uri = addressIn(document['jwks_uri']);
    if (document['issuer'] !== issuer || jwks_uri === undefined) {
      throw new MetadataFault('the metadata is not of this issuer, or names no keys');
    }
    const methods = document['token_endpoint_auth_methods_supported'];
    return {
      jwks_uri,
      authorization_endpoint: addressIn(document['authorization_endpoint']),
      token_endpoint: addressIn(document['token_endpoint']),
      namesItself: document['authorization_response_iss_parameter_supported'] === true,
      takesBasic: !Array.isArray(methods) || methods.includes('client_secret_basic'),
    };
  }
}

function addressIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) ? value : undefined;
}

class MetadataFault extends Error {}
