import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AccessToken } from './access-token.js';

/** Claims of tokens whose signature was checked, by the token's text. All guards of a process share it. */
@Injectable()
export class VerifiedTokens extends LRUCache<string, AccessToken> {
  readonly lookups = { hits: 0, misses: 0 };

  constructor() {
    super({ max: 20_000 });
  }
}
