import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { ProviderEgress, timeoutMs } from './provider-egress.js';
import { metadataMs, ProviderMetadata } from './provider-metadata.js';

interface KeyPlace {
  issuer: string;
  jwks_uri: string | null;
}

@Injectable()
export class ProviderKeys {
  private readonly keys = new LRUCache<string, JWTVerifyGetKey>({ max: 1_000, ttl: 24 * 3_600_000 });

  constructor(
    private readonly egress: ProviderEgress,
    private readonly metadata: ProviderMetadata,
  ) {}

  async keysOf({ issuer, jwks_uri }: KeyPlace): Promise<JWTVerifyGetKey> {
    return this.keysAt(jwks_uri ?? (await this.metadata.of(issuer)).jwks_uri);
  }

  private keysAt(url: string): JWTVerifyGetKey {
    const known = this.keys.get(url);
    if (known) return known;
    const keys = createRemoteJWKSet(new URL(url), {
      cacheMaxAge: metadataMs,
      timeoutDuration: timeoutMs,
      [customFetch]: (address: string) => this.egress.get(address),
    });
    this.keys.set(url, keys);
    return keys;
  }
}
