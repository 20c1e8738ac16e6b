import { storable } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import { ForbiddenAddress, guardedDispatcher } from '@ces/service/egress/guard';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors as jose,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { errors } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { request, type Agent } from 'undici';
import type { SingleUse } from '../grants/payload-rows.js';
import { IdentityConfig } from '../identity.config.js';

interface Provider {
  name: string;
  issuer: string;
  client_ids: string[];
  jwks_uri: string | null;
}

interface Subject {
  provider_name: string;
  owner_id: string;
  use: SingleUse;
}

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const timeoutMs = 5_000;
const keysMs = 10 * 60_000;
const longestDocument = 256 * 1024;
/** Clocks differ. */
const toleranceSeconds = 30;
const maxAgeSeconds = 10 * 60;

/** Judges id_tokens of the configured providers. Their keys come from addresses that we did not choose: through the guard. */
@Injectable()
export class ProviderTokens implements OnApplicationShutdown {
  private readonly log = new Logger('ProviderTokens');
  private readonly outside: Agent;
  private readonly keys = new LRUCache<string, JWTVerifyGetKey>({ max: 1_000, ttl: 24 * 3_600_000 });
  /** By issuer: where its own metadata says that its keys are. */
  private readonly found = new LRUCache<string, string>({
    max: 1_000,
    ttl: keysMs,
    fetchMethod: (issuer) => this.discover(issuer),
  });

  constructor(
    private readonly database: DataSource,
    config: IdentityConfig,
  ) {
    this.outside = guardedDispatcher({
      allow: config.PROVIDER_ALLOW_CIDRS,
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: longestDocument,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outside.destroy();
  }

  /** Signature, issuer, audience, expiry and age. */
  async verify(token: string): Promise<Subject> {
    const claimed = unverified(token);
    const providers = await this.database.query<Provider[]>(
      'SELECT name, issuer, client_ids, jwks_uri FROM provider WHERE issuer = $1 ORDER BY name',
      [claimed.iss],
    );
    if (providers.length === 0) throw refusal('its issuer is no configured provider');
    const provider = providers.find(({ client_ids }) => isFor(claimed, client_ids));
    if (!provider) throw refusal('it was issued for somebody else');
    const { payload } = await this.checked(token, provider);
    const { sub } = payload as { sub?: unknown };
    if (typeof sub !== 'string' || sub === '' || !storable.test(sub)) throw refusal('it has no subject');
    return { provider_name: provider.name, owner_id: sub, use: useOf(token) };
  }

  private async checked(token: string, { issuer, client_ids, jwks_uri }: Provider) {
    try {
      const keys = this.keysAt(jwks_uri ?? (await this.found.fetch(issuer)) ?? '');
      const verified = await jwtVerify(token, keys, {
        algorithms,
        issuer,
        audience: client_ids,
        clockTolerance: toleranceSeconds,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      if (!isIdToken(verified)) throw refusal('it is no id_token');
      return verified;
    } catch (error) {
      throw this.explained(error, issuer);
    }
  }

  private keysAt(url: string): JWTVerifyGetKey {
    const known = this.keys.get(url);
    if (known) return known;
    const keys = createRemoteJWKSet(new URL(url), {
      cacheMaxAge: keysMs,
      timeoutDuration: timeoutMs,
      [customFetch]: (address: string) => this.get(address),
    });
    this.keys.set(url, keys);
    return keys;
  }

  private async discover(issuer: string): Promise<string> {
    const answer = await this.get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (!answer.ok) throw new ProviderSilent(`HTTP ${answer.status}`);
    const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown } | null;
    const uri = document?.jwks_uri;
    if (document?.issuer !== issuer || typeof uri !== 'string' || !/^https?:/.test(uri) || !URL.canParse(uri)) {
      throw new ProviderSilent('its metadata is not its own');
    }
    return uri;
  }

  /** Without redirects, unpacking or anything else by which an answer could lead elsewhere or grow. */
  private async get(address: string): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(address, {
      dispatcher: this.outside,
      signal,
      headers: { accept: 'application/json' },
    });
    return new Response(statusCode === 204 ? null : await body.text(), { status: statusCode });
  }

  private explained(error: unknown, issuer: string): unknown {
    if (error instanceof errors.OIDCProviderError) return error;
    const isOurs = error instanceof jose.JOSEError && !(error instanceof jose.JWKSTimeout);
    if (isOurs && error.code !== 'ERR_JOSE_GENERIC' && error.code !== 'ERR_JWKS_INVALID')
      return refusal(reasonOf(error));
    this.log.warn({ err: error, issuer }, 'the keys of a provider could not be read');
    return error instanceof ForbiddenAddress
      ? refusal('the keys of its issuer are out of reach')
      : new Problem('service-unavailable', 'the keys of the provider cannot be read at present');
  }
}

class ProviderSilent extends Error {}

interface Claimed {
  iss: string;
  aud: string[];
  azp: unknown;
}

function unverified(token: string): Claimed {
  try {
    const { iss, aud = [], azp } = decodeJwt(token);
    if (typeof iss === 'string' && storable.test(iss)) return { iss, aud: [aud].flat(), azp };
  } catch {
    // said below
  }
  throw refusal('it is no JWT of an issuer');
}

/**
 * Several providers may share an issuer; for whom the token was issued tells them apart: the authorized party where it names
 * one, or else all of its audience. Who else is in the audience could have got the token from somebody else (OpenID Connect
 * Core, section 3.1.3.7).
 */
function isFor({ aud, azp }: Claimed, clientIds: string[]): boolean {
  const ours = (id: unknown): boolean => typeof id === 'string' && clientIds.includes(id);
  return azp === undefined ? aud.length > 0 && aud.every(ours) : ours(azp) && aud.some(ours);
}

/** Logout tokens and other JWTs of the provider have the same issuer, audience and subject. */
function isIdToken({ protectedHeader, payload }: JWTVerifyResult): boolean {
  const { typ } = protectedHeader as { typ?: unknown };
  return (typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')) && !('events' in payload);
}

/** Of the part that is signed: a signature can be written in several ways. */
function useOf(token: string): SingleUse {
  return { token: token.slice(0, token.lastIndexOf('.')), seconds: 2 * maxAgeSeconds };
}

function reasonOf(error: jose.JOSEError): string {
  if (error instanceof jose.JWTExpired) return 'it has expired';
  if (error instanceof jose.JWTClaimValidationFailed) return `its claim ${error.claim} does not fit`;
  return 'its signature is not of its issuer';
}

/** RFC 8693, section 2.2.2: invalid_request, whatever the fault. */
function refusal(reason: string): errors.InvalidRequest {
  return new errors.InvalidRequest(`the subject_token is not accepted: ${reason}`);
}
