import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ClientStore, usesEveryMs } from './client.store.js';

/** Notes when clients get tokens. Each replica writes at most one row for a client in five minutes. */
@Injectable()
export class ClientUses {
  private readonly logger = new Logger('ClientUses');
  private readonly noted = new LRUCache<string, true>({ max: 10_000, ttl: usesEveryMs });

  constructor(private readonly store: ClientStore) {}

  /** Does not wait: no token request is slower or fails because of it. */
  note(id: string): void {
    if (this.noted.has(id)) return;
    this.noted.set(id, true);
    this.store.noteUse(id).catch((error: unknown) => {
      this.noted.delete(id);
      this.logger.warn({ err: error }, 'the use of a client was not noted');
    });
  }
}
