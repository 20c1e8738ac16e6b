import { storable } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import { ForbiddenAddress } from '@ces/service/egress/guard';
import { Injectable, Logger } from '@nestjs/common';
import { decodeJwt, errors as jose, jwtVerify, type JWTPayload, type JWTVerifyResult } from 'jose';
import { errors } from 'oidc-provider';
import type { SingleUse } from '../../grants/payload-rows.js';
import { ProvidersService } from '../../providers/providers.service.js';
import { ProviderKeys } from './provider-keys.js';

interface TokenIssuer {
  name: string;
  issuer: string;
  client_ids: string[];
  jwks_uri: string | null;
}

export interface Subject {
  provider_name: string;
  owner_id: string;
  /** Undefined unless the provider vouches for it. */
  email: string | undefined;
  use: SingleUse;
}

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Clocks differ. */
const toleranceSeconds = 30;
const maxAgeSeconds = 10 * 60;

@Injectable()
export class ProviderTokens {
  private readonly logger = new Logger('ProviderTokens');

  constructor(
    private readonly providers: ProvidersService,
    private readonly keys: ProviderKeys,
  ) {}

  /** Checks the id_token of any configured provider: signature, issuer, audience, expiry and age. */
  async verify(token: string): Promise<Subject> {
    const claimed = unverified(token);
    const providers = await this.providers.findByIssuer(claimed.iss);
    if (providers.length === 0) throw refusal('its issuer is no configured provider');
    const provider = providers.find(({ client_ids }) => isFor(claimed, client_ids));
    if (!provider) throw refusal('it was issued for another client');
    return this.subjectOf(provider, token);
  }

  /** Checks an id_token that this provider issued for this sign-in. */
  async verifyOf(provider: TokenIssuer, token: string, nonce: string): Promise<Subject> {
    const claimed = unverified(token);
    if (claimed.iss !== provider.issuer) throw refusal('another issuer made it');
    if (!isFor(claimed, provider.client_ids)) throw refusal('it was issued for another client');
    if (claimed.nonce !== nonce) throw refusal('it belongs to another sign-in');
    return this.subjectOf(provider, token);
  }

  private async subjectOf(provider: TokenIssuer, token: string): Promise<Subject> {
    const { payload } = await this.verified(token, provider);
    const { sub, email, email_verified } = payload as { sub?: unknown; email?: unknown; email_verified?: unknown };
    if (typeof sub !== 'string' || sub === '' || !storable.test(sub)) throw refusal('it has no subject');
    const verified = email_verified === true && typeof email === 'string' ? email : undefined;
    return { provider_name: provider.name, owner_id: sub, email: verified, use: useOf(token) };
  }

  private async verified(token: string, provider: TokenIssuer): Promise<JWTVerifyResult> {
    const { issuer, client_ids } = provider;
    try {
      const verified = await jwtVerify(token, await this.keys.keysOf(provider), {
        algorithms,
        issuer,
        audience: client_ids,
        clockTolerance: toleranceSeconds,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      if (!isIdToken(verified)) throw refusal('it is no id_token');
      if (isTooOld(verified.payload)) throw refusal('it is more than ten minutes old');
      return verified;
    } catch (error) {
      throw this.explained(error, issuer);
    }
  }

  /** A fault of the token is the caller's fault; keys that cannot be read are an outage. */
  private explained(error: unknown, issuer: string): unknown {
    if (error instanceof errors.OIDCProviderError) return error;
    const isOfToken = error instanceof jose.JOSEError && !(error instanceof jose.JWKSTimeout);
    if (isOfToken && error.code !== 'ERR_JOSE_GENERIC' && error.code !== 'ERR_JWKS_INVALID')
      return refusal(reasonOf(error));
    this.logger.warn({ err: error, issuer }, 'the keys of a provider could not be read');
    return error instanceof ForbiddenAddress
      ? refusal('the keys of its issuer are out of reach')
      : new Problem('service-unavailable', 'the keys of the provider cannot be read at present');
  }
}

interface Claimed {
  iss: string;
  aud: string[];
  azp: unknown;
  nonce: unknown;
}

function unverified(token: string): Claimed {
  try {
    const { iss, aud = [], azp, nonce } = decodeJwt<{ azp?: unknown; nonce?: unknown }>(token);
    if (typeof iss === 'string' && storable.test(iss)) return { iss, aud: [aud].flat(), azp, nonce };
  } catch {
    // refused below
  }
  throw refusal('it is no JWT of an issuer');
}

/**
 * Whether the token was issued for these clients, which tells apart providers that share an issuer. An authorized party
 * decides, else the whole audience does: a foreign member of the audience may have got the token and passed it on (OpenID
 * Connect Core, section 3.1.3.7).
 */
function isFor({ aud, azp }: Claimed, clientIds: string[]): boolean {
  const ours = (id: unknown): boolean => typeof id === 'string' && clientIds.includes(id);
  return azp === undefined ? aud.length > 0 && aud.every(ours) : ours(azp) && aud.some(ours);
}

/** jose's `maxTokenAge` would add the tolerance for an `iat` that lies ahead. */
function isTooOld({ iat = 0 }: JWTPayload): boolean {
  return iat < Math.floor(Date.now() / 1_000) - maxAgeSeconds;
}

/** Logout tokens and other JWTs of the provider have the same issuer, audience and subject. */
function isIdToken({ protectedHeader, payload }: JWTVerifyResult): boolean {
  const { typ } = protectedHeader as { typ?: unknown };
  return (typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')) && !('events' in payload);
}

/** Remembers the signed part only: the same signature can be written in several ways. */
function useOf(token: string): SingleUse {
  return { token: token.slice(0, token.lastIndexOf('.')), seconds: 2 * maxAgeSeconds };
}

function reasonOf(error: jose.JOSEError): string {
  if (error instanceof jose.JWTExpired) return 'it has expired';
  if (error instanceof jose.JWTClaimValidationFailed) return `its claim ${error.claim} does not fit`;
  return 'its signature is not of its issuer';
}

/** RFC 8693, section 2.2.2, demands invalid_request for every fault of the token. */
function refusal(reason: string): errors.InvalidRequest {
  return new errors.InvalidRequest(`the subject_token is not accepted: ${reason}`);
}
