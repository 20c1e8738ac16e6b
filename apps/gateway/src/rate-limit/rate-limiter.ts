import { Nats } from '@ces/messaging/nats';
import { Injectable, Logger } from '@nestjs/common';
import { StorageType } from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import { LRUCache } from 'lru-cache';
import { GatewayConfig } from '../gateway.config.js';
import { draw, type Bucket } from './bucket.js';

export interface Taking {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

interface Purse {
  tokens: number;
  closedUntil: number;
  filling: Promise<void> | undefined;
  /** Only used while NATS is away. */
  own: Bucket | undefined;
}

/**
 * One bucket per client for all gateways, in NATS. A gateway takes tokens out of it in handfuls, so that a busy client
 * costs a round trip per handful and a slow one is counted exactly. Without NATS each gateway counts for itself.
 */
@Injectable()
export class RateLimiter {
  readonly limit: number;
  private readonly logger = new Logger('RateLimiter');
  private readonly handful: number;
  private readonly purses = new LRUCache<string, Purse>({ max: 50_000, ttl: 60_000, updateAgeOnGet: true });
  private bucketStore: Promise<KV> | undefined;

  constructor(
    config: GatewayConfig,
    private readonly nats: Nats,
  ) {
    this.limit = config.RATE_LIMIT;
    this.handful = Math.min(100, Math.max(1, Math.floor(this.limit / 50)));
    nats.onReconnect(() => (this.bucketStore = undefined));
  }

  async take(client: string): Promise<Taking> {
    const purse = this.purseOf(client);
    while (purse.tokens < 1 && Date.now() >= purse.closedUntil) {
      purse.filling ??= this.fill(client, purse).finally(() => (purse.filling = undefined));
      await purse.filling;
    }
    const allowed = purse.tokens >= 1;
    if (allowed) purse.tokens -= 1;
    const waitMs = Math.max(0, purse.closedUntil - Date.now());
    return { allowed, remaining: purse.tokens, resetSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
  }

  private purseOf(client: string): Purse {
    const known = this.purses.get(client);
    if (known) return known;
    const purse: Purse = { tokens: 0, closedUntil: 0, filling: undefined, own: undefined };
    this.purses.set(client, purse);
    return purse;
  }

  private async fill(client: string, purse: Purse): Promise<void> {
    const { granted, waitMs } = await this.drawShared(client).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the shared count is out of reach; counting alone');
      return this.drawOwn(purse);
    });
    purse.tokens += granted;
    if (granted === 0) purse.closedUntil = Date.now() + Math.max(1, waitMs);
  }

  private drawOwn(purse: Purse): { granted: number; waitMs: number } {
    const grant = draw(purse.own, this.handful, this.limit, Date.now());
    purse.own = grant.bucket;
    return grant;
  }

  private async drawShared(client: string): Promise<{ granted: number; waitMs: number }> {
    if (!this.nats.connected) throw new Error('NATS is not connected');
    this.bucketStore ??= this.openStore();
    const store = await this.bucketStore.catch((error: unknown) => {
      this.bucketStore = undefined;
      throw error;
    });
    const key = Buffer.from(client).toString('base64url');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const entry = await store.get(key);
      const grant = draw(
        entry?.operation === 'PUT' ? entry.json<Bucket>() : undefined,
        this.handful,
        this.limit,
        Date.now(),
      );
      if (grant.granted === 0) return grant;
      const text = JSON.stringify(grant.bucket);
      const written = await (entry ? store.update(key, text, entry.revision) : store.create(key, text)).then(
        () => true,
        (error: unknown) => {
          if (isConflict(error)) return false;
          throw error;
        },
      );
      if (written) return grant;
    }
    throw new Error('too many gateways count at once');
  }

  private async openStore(): Promise<KV> {
    const manager = new Kvm(await this.nats.connection());
    return manager.create(this.nats.bucketOf('rate'), {
      storage: StorageType.Memory,
      history: 1,
      ttl: 60_000,
      replicas: this.nats.settings.replicas,
    });
  }
}

/** Another gateway wrote in between. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && /wrong last sequence/.test(error.message);
}
