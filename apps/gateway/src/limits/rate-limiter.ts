import { Problem } from '@ces/contracts/problems';
import { watchFill } from '@ces/messaging/facts/publish/stream-fill';
import { Nats } from '@ces/messaging/nats';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { StorageType } from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { GatewayConfig } from '../gateway.config.js';
import { draw, tokensIn, type Bucket, type Draw } from './bucket.js';
import { ClientLimits } from './client-limits.js';

/** Room for the buckets of some 200,000 clients and networks. When it is full, gateways count alone. */
const bucketBytes = 32 * 1_024 * 1_024;

/** Requests are counted by client, or by network for callers without a token. */
export type Counted = 'client' | 'address';

interface Taking {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** The tokens that this gateway has drawn from a shared bucket and not spent. */
interface Purse {
  tokens: number;
  /** The bucket after the last draw. Other gateways may have drawn since. */
  left: Bucket | undefined;
  closedUntil: number;
  filling: Promise<void> | undefined;
  /** The bucket of this gateway alone, used while NATS is away. */
  own: Bucket | undefined;
}

/** The limit for clients or for networks. Each has its own purses, so that many networks do not evict clients. */
interface Allowance {
  /** Requests a second, unless a client has a limit of its own; 0 is no limit. */
  limit: number;
  purses: LRUCache<string, Purse>;
}

/**
 * Keeps one token bucket per client or network in NATS, shared by all gateways. A gateway draws a handful of tokens at a
 * time, so that a busy client costs a round trip per handful and a slow one is counted exactly. Without NATS each gateway
 * counts alone.
 */
@Injectable()
export class RateLimiter implements OnApplicationShutdown {
  private readonly logger = new Logger('RateLimiter');
  private readonly allowances: Record<Counted, Allowance>;
  private bucketStore: Promise<KV> | undefined;
  private readonly unwatchFill: () => void;

  constructor(
    config: GatewayConfig,
    private readonly nats: Nats,
    private readonly clients: ClientLimits,
  ) {
    this.allowances = { client: allowance(config.RATE_LIMIT), address: allowance(config.RATE_LIMIT_PER_ADDRESS) };
    nats.onReconnect(() => (this.bucketStore = undefined));
    this.unwatchFill = watchFill(nats, this.stream);
  }

  onApplicationShutdown(): void {
    this.unwatchFill();
  }

  limits(counted: Counted, id?: string): boolean {
    return this.limitOf(counted, id) > 0;
  }

  /** Counts one request. The answer's headers name the remaining requests; when none remains the answer is 429. */
  async spend(counted: Counted, id: string, reply: FastifyReply): Promise<void> {
    // It may change while the request waits.
    const limit = this.limitOf(counted, id);
    if (limit === 0) return;
    const { allowed, remaining, resetSeconds } = await this.take(counted, id, limit);
    void reply.header('RateLimit-Policy', `"${counted}";q=${limit};w=1`);
    void reply.header('RateLimit', `"${counted}";r=${remaining};t=${resetSeconds}`);
    if (!allowed)
      throw new Problem('rate-limited', `This ${counted} sends more than it may.`, { retry_after: resetSeconds });
  }

  private limitOf(counted: Counted, id: string | undefined): number {
    const own = counted === 'client' && id !== undefined ? this.clients.of(id) : undefined;
    return own ?? this.allowances[counted].limit;
  }

  private async take(counted: Counted, id: string, limit: number): Promise<Taking> {
    const purse = this.purseOf(counted, id);
    while (purse.tokens < 1 && Date.now() >= purse.closedUntil) {
      purse.filling ??= this.fill(counted, id, purse, limit).finally(() => (purse.filling = undefined));
      await purse.filling;
    }
    const allowed = purse.tokens >= 1;
    if (allowed) purse.tokens -= 1;
    const waitMs = Math.max(0, purse.closedUntil - Date.now());
    return {
      allowed,
      remaining: allowed ? remainingIn(purse, limit) : 0,
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    };
  }

  private purseOf(counted: Counted, id: string): Purse {
    const { purses } = this.allowances[counted];
    const known = purses.get(id);
    if (known) return known;
    const purse: Purse = { tokens: 0, left: undefined, closedUntil: 0, filling: undefined, own: undefined };
    purses.set(id, purse);
    return purse;
  }

  private async fill(counted: Counted, id: string, purse: Purse, limit: number): Promise<void> {
    // Gateways of the previous version use the same name for a client's bucket.
    const bucket = counted === 'client' ? id : `${counted} ${id}`;
    const {
      granted,
      waitMs,
      bucket: left,
    } = await this.drawShared(bucket, limit).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the shared bucket in NATS cannot be reached; this gateway counts alone');
      return drawOwn(purse, limit);
    });
    purse.tokens += granted;
    purse.left = left;
    if (granted === 0) purse.closedUntil = Date.now() + Math.max(1, waitMs);
  }

  private async drawShared(bucket: string, limit: number): Promise<Draw> {
    if (!this.nats.connected) throw new Error('NATS is not connected');
    this.bucketStore ??= this.openStore();
    const store = await this.bucketStore.catch((error: unknown) => {
      this.bucketStore = undefined;
      throw error;
    });
    const key = Buffer.from(bucket).toString('base64url');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const entry = await store.get(key);
      const drawn = draw(
        entry?.operation === 'PUT' ? entry.json<Bucket>() : undefined,
        handfulOf(limit),
        limit,
        Date.now(),
      );
      if (drawn.granted === 0) return drawn;
      const text = JSON.stringify(drawn.bucket);
      const written = await (entry ? store.update(key, text, entry.revision) : store.create(key, text)).then(
        () => true,
        (error: unknown) => {
          if (isConflict(error)) return false;
          throw error;
        },
      );
      if (written) return drawn;
    }
    throw new Error('too many gateways draw from one bucket at once');
  }

  private async openStore(): Promise<KV> {
    const manager = new Kvm(await this.nats.connection());
    const store = await manager.create(this.nats.bucketOf('rate'), {
      storage: StorageType.Memory,
      history: 1,
      ttl: 60_000,
      max_bytes: bucketBytes,
      replicas: this.nats.settings.replicas,
    });
    // Requests do not wait for this.
    this.limitSize().catch((error: unknown) => {
      this.logger.error({ err: error }, `the bucket ${this.stream} of an earlier version cannot be limited`);
    });
    return store;
  }

  /** The bucket of an earlier version has no limit, and the library changes no bucket that exists. */
  private async limitSize(): Promise<void> {
    const { streams } = await this.nats.manager();
    if ((await streams.info(this.stream)).config.max_bytes < 0)
      await streams.update(this.stream, { max_bytes: bucketBytes });
  }

  private get stream(): string {
    return `KV_${this.nats.bucketOf('rate')}`;
  }
}

function allowance(limit: number): Allowance {
  return { limit, purses: new LRUCache({ max: 50_000, ttl: 60_000, updateAgeOnGet: true }) };
}

/** The tokens that one draw takes. */
function handfulOf(limit: number): number {
  return Math.min(100, Math.max(1, Math.floor(limit / 50)));
}

/** The tokens in the purse and those that the bucket has by now, as far as this gateway knows. */
function remainingIn({ tokens, left }: Purse, limit: number): number {
  return Math.min(limit, tokens + (left ? Math.floor(tokensIn(left, limit, Date.now())) : 0));
}

function drawOwn(purse: Purse, limit: number): Draw {
  const drawn = draw(purse.own, handfulOf(limit), limit, Date.now());
  purse.own = drawn.bucket;
  return drawn;
}

/** Another gateway has changed the bucket meanwhile. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && /wrong last sequence/.test(error.message);
}
