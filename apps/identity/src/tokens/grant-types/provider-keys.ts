import { guardedDispatcher } from '@ces/service/egress/guard';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { request, type Agent } from 'undici';
import { IdentityConfig } from '../../identity.config.js';

interface KeyPlace {
  issuer: string;
  jwks_uri: string | null;
}

const timeoutMs = 5_000;
const keysMs = 10 * 60_000;
const longestDocument = 256 * 1024;

/** The public keys of configured providers. An operator or a provider chose their addresses, so all requests pass the guard. */
@Injectable()
export class ProviderKeys implements OnApplicationShutdown {
  private readonly outside: Agent;
  private readonly keys = new LRUCache<string, JWTVerifyGetKey>({ max: 1_000, ttl: 24 * 3_600_000 });
  /** The address of the keys, by issuer, as the issuer's own metadata says. */
  private readonly addresses = new LRUCache<string, string>({
    max: 1_000,
    ttl: keysMs,
    fetchMethod: (issuer) => this.discover(issuer),
  });

  constructor(config: IdentityConfig) {
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

  /** The keys at the configured address, else at the address in the issuer's metadata. */
  async keysOf({ issuer, jwks_uri }: KeyPlace): Promise<JWTVerifyGetKey> {
    return this.keysAt(jwks_uri ?? (await this.addresses.fetch(issuer)) ?? '');
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
    if (!answer.ok) throw new MetadataFault(`HTTP ${answer.status}`);
    const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown } | null;
    const uri = document?.jwks_uri;
    if (document?.issuer !== issuer || typeof uri !== 'string' || !/^https?:/.test(uri) || !URL.canParse(uri)) {
      throw new MetadataFault('the metadata is not of this issuer, or names no keys');
    }
    return uri;
  }

  /** Follows no redirect and unpacks nothing, so that an answer can neither lead elsewhere nor grow. */
  private async get(address: string): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(address, {
      dispatcher: this.outside,
      signal,
      headers: { accept: 'application/json' },
    });
    return new Response(statusCode === 204 ? null : await body.text(), { status: statusCode });
  }
}

class MetadataFault extends Error {}
