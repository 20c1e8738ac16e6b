import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AccessToken } from './access-token.js';

/** Claims of tokens whose signature was checked, by the token's text. All guards of a process share it. */
@Injectable()
export class VerifiedTokens extends LRUCache<string, AccessToken> {
  readonly lookups = { hits: 0, misses: 0 };
  private last: { header: string; token: AccessToken } | undefined;

  constructor() {
    super({ max: 20_000 });
  }

  /** Keeps the last one aside: to compare two texts of a kilobyte costs a tenth of the hash of one. It may be deleted meanwhile. */
  inHeader(header = ''): AccessToken | undefined {
    if (header === this.last?.header) return this.last.token;
    const token = this.get(plainToken(header));
    if (token) this.last = { header, token };
    return token;
  }
}

export function plainToken(header = ''): string {
  return header.startsWith('Bearer ') ? header.slice(7) : '';
}
